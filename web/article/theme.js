const KEY = 'attn-theme';

/** Makes the three radio buttons of the theme switch work and show what was chosen before. */
export function startThemeSwitch(form) {
  form.hidden = false;
  const chosen = document.documentElement.dataset.theme ?? 'auto';
  for (const radio of form.elements) {
    if (radio.name === 'theme') radio.checked = radio.value === chosen;
  }
  form.addEventListener('change', (event) => choose(event.target.value));
}

/** @param {'auto' | 'light' | 'dark'} theme */
function choose(theme) {
  const root = document.documentElement;
  if (theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = theme;
  remember(theme);
}

function remember(theme) {
  try {
    if (theme === 'auto') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // A sandboxed frame has no storage; the choice holds until the page is left.
  }
}

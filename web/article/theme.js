const KEY = 'attn-theme';

/**
 * Makes the three radio buttons of the theme switch work and show what was chosen before.
 * @param {HTMLFormElement} form
 */
export function startThemeSwitch(form) {
  form.hidden = false;
  const chosen = document.documentElement.dataset.theme ?? 'auto';
  /** @type {NodeListOf<HTMLInputElement>} */
  const radios = form.querySelectorAll('input[name=theme]');
  for (const radio of radios) {
    radio.checked = radio.value === chosen;
    radio.addEventListener('change', () => choose(radio.value));
  }
}

/** @param {string} theme auto, light or dark */
function choose(theme) {
  const root = document.documentElement;
  if (theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = theme;
  remember(theme);
}

/** @param {string} theme */
function remember(theme) {
  try {
    if (theme === 'auto') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // A sandboxed frame has no storage; the choice holds until the page is left.
  }
}

/** What the reader chooses for the whole page: theme, ramp, and the language of the figures. */

/** @type {Record<string, (value: string, name: string) => void>} a form may offer some of them */
const CHOICES = { theme: mark, ramp: mark, lang: speak };

/**
 * Makes the form in the page's head work and show what was chosen before.
 * @param {HTMLFormElement} form
 */
export function startThemeSwitch(form) {
  form.hidden = false;
  for (const [name, apply] of Object.entries(CHOICES)) {
    const field = /** @type {any} */ (form.elements.namedItem(name));
    if (!field) continue;
    field.value = recalled(name);
    apply(field.value, name);
    form.addEventListener('change', () => {
      apply(field.value, name);
      remember(name, field.value);
    });
  }
}

/** @param {string} value nothing for what is usual @param {string} name */
function mark(value, name) {
  const { dataset } = document.documentElement;
  if (value) dataset[name] = value;
  else delete dataset[name];
}

/** The figures alone: the prose is English. @param {string} lang */
function speak(lang) {
  for (const figure of document.querySelectorAll('[id^="figure-"]')) {
    if (lang) figure.setAttribute('lang', lang);
    else figure.removeAttribute('lang');
  }
}

// A sandboxed frame has no storage; there the choice holds until the page is left.

/** @param {string} name @param {string} value */
function remember(name, value) {
  try {
    if (value) localStorage.setItem(`attn-${name}`, value);
    else localStorage.removeItem(`attn-${name}`);
  } catch {
    // see above
  }
}

/** @param {string} name */
function recalled(name) {
  try {
    return localStorage.getItem(`attn-${name}`) ?? '';
  } catch {
    return '';
  }
}

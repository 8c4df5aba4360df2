// Functions that run in the page (page.evaluate): what has the focus, and what can have it.

/**
 * Puts `globalThis.keyboard` into a page of one figure: reads of what has the focus, and a record of
 * where each key led.
 */
export function installWitness(name) {
  const figure = document.querySelector(name);
  const root = figure.shadowRoot;
  const FOCUSABLE = 'button, input, select, textarea, a[href], [tabindex="0"]';
  const GROUP = '[role="grid"], [role="radiogroup"], [role="group"]';
  const numbers = new WeakMap();
  let last = 0;
  const numberOf = (e) => numbers.get(e) ?? (numbers.set(e, (last += 1)), last);

  /** What has the focus, in shadow roots too; null where the focus left the figure. */
  function active() {
    let e = document.activeElement;
    while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
    return e && root.contains(e) ? e : null;
  }

  function nameOf(e) {
    const label = e.getAttribute('aria-label') ?? e.labels?.[0]?.textContent ?? e.textContent;
    return label.replace(/\s+/g, ' ').trim();
  }

  /** Whether a sighted reader sees that this has the focus. */
  function isMarked(e) {
    const seen = (style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
    if (!e.matches(':focus-visible')) return false;
    const ring = e.querySelector('.focus-ring');
    if (ring) return getComputedStyle(ring).stroke !== 'none';
    const next = e.matches('.segment input, .switch input') ? [...e.parentElement.children] : [e];
    return next.some((part) => seen(getComputedStyle(part)));
  }

  /** Where it stands among its kind: "row:column" in a grid, its number elsewhere. */
  function placeOf(e) {
    const row = e.closest('[role="row"]');
    if (e.getAttribute('role') === 'gridcell')
      return `${row.getAttribute('aria-rowindex')}:${e.getAttribute('aria-colindex')}`;
    return String(membersOf(e).indexOf(e) + 1);
  }

  const groupOf = (e) => e.parentElement?.closest(GROUP);
  const membersOf = (e) => [
    ...(groupOf(e)?.querySelectorAll(`[tabindex][role="${e.getAttribute('role')}"]`) ?? []),
  ];

  function kindOf(e) {
    if (e.namespaceURI.endsWith('svg')) return e.getAttribute('role');
    if (e.matches('.number')) return 'number';
    return e.localName === 'input' ? e.type : e.localName;
  }

  function describe(e = active()) {
    if (!e) return null;
    const grid = e.closest('[role="grid"]');
    const number = (attribute) => Number(grid?.getAttribute(attribute) ?? 0);
    return {
      number: numberOf(e),
      kind: kindOf(e),
      isPicture: e.namespaceURI.endsWith('svg'),
      name: nameOf(e),
      group: groupOf(e)?.getAttribute('aria-label') ?? '',
      place: placeOf(e),
      members: membersOf(e).length,
      rows: number('aria-rowcount'),
      columns: number('aria-colcount'),
      isMarked: isMarked(e),
      isPanel: e.hasAttribute('aria-expanded'),
      expanded: e.getAttribute('aria-expanded'),
      isAtEnd: Number(e.value) >= Number(e.max || e.getAttribute('aria-valuemax') || Infinity),
      isLast: e.localName === 'select' && e.selectedIndex === e.length - 1,
      now: e.getAttribute('aria-valuenow'),
      said: e.getAttribute('aria-valuetext') ?? nameOf(e),
    };
  }

  /** Everything a reader may expect to reach by Tab: of radio buttons the one that is on. */
  function expected() {
    const isOff = (e) => e.disabled || e.closest('fieldset:disabled') || e.tabIndex < 0;
    const isShown = (e) => e.checkVisibility() && e.getBoundingClientRect().width > 0;
    const isOther = (e) => e.type === 'radio' && !e.checked;
    return [...root.querySelectorAll(FOCUSABLE)]
      .filter((e) => !isOff(e) && isShown(e) && !isOther(e))
      .map((e) => `${kindOf(e)} ${nameOf(e)}`);
  }

  const places = [];
  addEventListener('keyup', () => active() && places.push(placeOf(active())), true);

  globalThis.keyboard = {
    describe,
    expected,
    isAtRest: () => figure.work.isSettled && !root.querySelector('.work'),
    state: () => ({ ...figure.state }),
    /** The places that keys led to since the last call. */
    places: () => places.splice(0),
  };
}

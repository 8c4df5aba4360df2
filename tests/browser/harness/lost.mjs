/**
 * What a reader of a figure cannot read: text that sticks out of it or is cut, captions that must be
 * scrolled sideways, a page wider than its window. It runs in the page, sent there as its own text.
 * @param {string} name of the figure
 * @returns {string[]} a sentence each
 */
export function lost(name) {
  const root = document.querySelector(name).shadowRoot;
  const page = document.documentElement;
  const found = page.scrollWidth > page.clientWidth ? [`the page is ${page.scrollWidth} wide`] : [];
  const card = root.querySelector('.figure').getBoundingClientRect();

  /** The nearest box around that does not show what is beyond it. */
  function boxAround(element) {
    for (let at = element.parentElement; at && at !== root; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      if (overflowX !== 'visible' && !at.matches('svg')) return { at, overflowX };
    }
    return null;
  }

  /** From where to where text can be seen, after scrolling where that is possible. */
  function room(around) {
    if (!around) return card;
    const { left, right } = around.at.getBoundingClientRect();
    if (!/auto|scroll/.test(around.overflowX)) return { left, right };
    const { scrollLeft, scrollWidth, clientWidth } = around.at;
    const isMirrored = getComputedStyle(around.at).direction === 'rtl';
    const beyond = scrollWidth - clientWidth;
    return {
      left: left - (isMirrored ? beyond + scrollLeft : scrollLeft),
      right: right + (isMirrored ? -scrollLeft : beyond - scrollLeft),
    };
  }

  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const words = node.textContent.trim();
    const parent = node.parentElement;
    if (!words || !parent || parent.closest('.spoken, style, option, title, desc')) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    const around = boxAround(node);
    const { left, right } = room(around);
    const out = Math.max(left - box.left, box.right - right);
    if (out > 0.5) found.push(`${parent.localName} "${words}" sticks out by ${out.toFixed(1)}`);
    if (!around || !parent.closest('caption')) continue;
    const view = around.at.getBoundingClientRect();
    if (box.right > view.right + 0.5 || box.left < view.left - 0.5)
      found.push(`the caption "${words}" is cut`);
  }
  return found;
}

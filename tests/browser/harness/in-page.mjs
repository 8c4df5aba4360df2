// Functions that run inside the page. Each stands alone: it is sent there as its own text.

/**
 * The elements that a selector names. `>>>` steps into a shadow root:
 * 'attn-pattern >>> button'. With `text`, those whose text or label contains it.
 */
export function findAll(selector, text) {
  const parts = selector.split('>>>').map((part) => part.trim());
  let roots = [document];
  let found = [];
  for (const part of parts) {
    found = roots.flatMap((root) => [...root.querySelectorAll(part)]);
    roots = found.map((element) => element.shadowRoot).filter(Boolean);
  }
  if (text === undefined) return found;
  const says = (element) =>
    [element.textContent, element.getAttribute('aria-label')].some((words) =>
      words?.includes(text),
    );
  return found.filter(says);
}

/** The point of an element to aim at, after scrolling it into view, or why a person cannot. */
export async function aim(element, [across, down]) {
  // Figures that wake nearby may still move it: the place counts once two frames agree.
  let box;
  for (let tries = 0, still = false; !still && tries < 60; tries++) {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const before = element.getBoundingClientRect();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    box = element.getBoundingClientRect();
    still = before.left === box.left && before.top === box.top && before.width === box.width;
  }
  const x = box.left + box.width * across;
  const y = box.top + box.height * down;
  if (box.width === 0 && box.height === 0) return { why: 'it has no size' };
  let top = document.elementFromPoint(x, y);
  while (top?.shadowRoot?.elementFromPoint(x, y)) {
    const inner = top.shadowRoot.elementFromPoint(x, y);
    if (inner === top) break;
    top = inner;
  }
  const labelled = new Set(element.labels ?? []);
  for (let node = top; node; node = node.assignedSlot ?? node.parentNode ?? node.host) {
    if (node === element || labelled.has(node)) return { x, y };
  }
  return {
    why: `it is covered by <${top?.localName ?? 'nothing'} class="${top?.className?.baseVal ?? top?.className ?? ''}">`,
  };
}

/** One frame, and every figure has rendered what it was told. */
export async function settled() {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const figures = [...document.querySelectorAll('*')].filter((element) => element.updateComplete);
  await Promise.all(figures.map((figure) => figure.updateComplete));
}

/**
 * Marks the chapter that is being read in the list of chapters.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} chapters
 */
export function followReader(list, chapters) {
  const links = new Map(chapters.map(({ id }) => [id, list.querySelector(`a[href="#${id}"]`)]));
  /** @type {Set<Element>} */
  const visible = new Set();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target);
        else visible.delete(target);
      }
      const current = chapters.find((chapter) => visible.has(chapter));
      if (current) mark(links, current.id);
    },
    // A narrow band in the upper third, where people read.
    { rootMargin: '-30% 0px -65% 0px' },
  );
  for (const chapter of chapters) observer.observe(chapter);
}

/** @param {Map<string, Element | null>} links @param {string} currentId */
function mark(links, currentId) {
  for (const [id, link] of links) {
    if (!link) continue;
    if (id === currentId) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

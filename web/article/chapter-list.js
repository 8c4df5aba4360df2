/**
 * Marks the chapter that is being read in the list of chapters.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} chapters
 */
export function followReader(list, chapters) {
  /** @type {Map<string, HTMLElement | null>} */
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
      if (!current) return;
      mark(links, current.id);
      show(list, links.get(current.id) ?? null);
    },
    // A narrow band in the upper third, where people read.
    { rootMargin: '-30% 0px -65% 0px' },
  );
  for (const chapter of chapters) observer.observe(chapter);
}

/** @param {Map<string, HTMLElement | null>} links @param {string} currentId */
function mark(links, currentId) {
  for (const [id, link] of links) {
    if (!link) continue;
    if (id === currentId) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

/** Bring it into the middle of the list, which need not have room for all; the page stays. */
/** @param {HTMLElement} list @param {HTMLElement | null} link */
function show(list, link) {
  if (!link) return;
  list.scrollTo({
    left: link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2,
    top: link.offsetTop - (list.clientHeight - link.offsetHeight) / 2,
  });
}

/**
 * The row of category chips: marks the visible category, and shows arrows while chips stand outside the row. They are
 * for a mouse; fingers swipe, and the keyboard's focus brings a chip into view by itself.
 */
export function wakeChips(nav: HTMLElement): void {
  const row = nav.querySelector('ul');
  if (!row) return;
  markVisible(row);
  const arrows = [...nav.querySelectorAll<HTMLElement>('[data-turn]')];
  const show = () => {
    const rest = row.scrollWidth - row.clientWidth - row.scrollLeft;
    for (const arrow of arrows) arrow.hidden = (arrow.dataset.turn === '-1' ? row.scrollLeft : rest) < 2;
  };
  for (const arrow of arrows) {
    arrow.addEventListener('click', () =>
      row.scrollBy({ left: Number(arrow.dataset.turn) * row.clientWidth * 0.7, behavior: 'smooth' }),
    );
  }
  row.addEventListener('scroll', show, { passive: true });
  new ResizeObserver(show).observe(row);
}

function markVisible(row: HTMLElement): void {
  const chips = new Map([...row.querySelectorAll('a')].map((chip) => [chip.hash.slice(1), chip]));
  const crossing = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      // The browser may report several changes at once, the oldest first.
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) crossing.add(target);
        else crossing.delete(target);
      }
      const current = chips.get([...crossing].pop()?.id ?? '');
      if (!current) return;
      for (const chip of chips.values()) chip.removeAttribute('aria-current');
      current.setAttribute('aria-current', 'true');
      row.scrollTo({ left: current.offsetLeft - row.clientWidth / 2 + current.offsetWidth / 2 });
    },
    // a line at a third of the screen: the category that crosses it counts as visible
    { rootMargin: '-30% 0px -69% 0px' },
  );
  for (const section of document.querySelectorAll('[data-category]')) observer.observe(section);
}

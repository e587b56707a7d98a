import { matchesSearch } from './search.ts';

/**
 * Searches the products of the page: the server rendered all of them, so the search only hides and shows. It also
 * marks the chip of the visible category.
 */
export function wakeSearch(place: HTMLElement): void {
  const [input] = place.getElementsByTagName('input');
  const clear = place.querySelector<HTMLElement>('[data-clear]');
  const found = place.querySelector('[role=status]');
  if (!input || !clear || !found) return;
  const look = () => {
    const count = input.value.trim() === '' ? showAll() : showMatching(input.value);
    found.textContent = count === null ? '' : `${count} ${count === 1 ? 'produto encontrado' : 'produtos encontrados'}`;
    clear.hidden = input.value === '';
  };
  input.addEventListener('input', look);
  clear.addEventListener('click', () => {
    input.value = '';
    look();
    input.focus();
  });
  watchCategories();
  // The text may have been typed before the script ran, or kept by the browser after the back button.
  if (input.value !== '') look();
}

const all = <T extends HTMLElement>(selector: string) => [...document.querySelectorAll<T>(selector)];

function showAll(): null {
  for (const element of all('[data-product], [data-category], [data-category-chips]')) element.hidden = false;
  for (const element of all('[data-nothing-found]')) element.hidden = true;
  return null;
}

function showMatching(text: string): number {
  let found = 0;
  for (const section of all('[data-category]')) {
    let inside = 0;
    for (const card of section.querySelectorAll<HTMLElement>('[data-product]')) {
      card.hidden = !matchesSearch(card.dataset.product ?? '', text);
      if (!card.hidden) inside += 1;
    }
    section.hidden = inside === 0;
    found += inside;
  }
  for (const chips of all('[data-category-chips]')) chips.hidden = true;
  for (const note of all('[data-nothing-found]')) note.hidden = found > 0;
  return found;
}

function watchCategories(): void {
  const chips = new Map(all<HTMLAnchorElement>('[data-category-chips] a').map((chip) => [chip.hash.slice(1), chip]));
  const crossing = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      // The browser may report several changes at once, the oldest first.
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) crossing.add(target);
        else crossing.delete(target);
      }
      const current = chips.get([...crossing].at(-1)?.id ?? '');
      if (!current) return;
      for (const chip of chips.values()) chip.removeAttribute('aria-current');
      current.setAttribute('aria-current', 'true');
      const row = current.closest('ul');
      if (row) row.scrollTo({ left: current.offsetLeft - row.clientWidth / 2 + current.offsetWidth / 2 });
    },
    // a line at a third of the screen: the category that crosses it counts as visible
    { rootMargin: '-30% 0px -69% 0px' },
  );
  for (const section of all('[data-category]')) observer.observe(section);
}

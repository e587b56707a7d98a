import { wakeChips } from './category-chips.ts';
import { matchesSearch, typedReais } from './search.ts';

/** What the shopper looks for, as the address says it. */
const WISHES = ['busca', 'ordem', 'de', 'ate'] as const;
type Wishes = Record<(typeof WISHES)[number], HTMLInputElement | HTMLSelectElement>;

/**
 * Searches, sorts and bounds the products of the page by price: the server rendered all of them, so this only hides,
 * shows and moves. The address keeps what was asked, so that it can be shared. It wakes the category chips as well.
 */
export function wake(place: HTMLElement): void {
  const clear = place.querySelector<HTMLElement>('[data-clear]');
  const found = place.querySelector('[role=status]');
  const menu = place.querySelector('details');
  const fields = WISHES.map((name) => [name, place.querySelector(`[name=${name}]`)]);
  if (!clear || !found || !menu || fields.some(([, field]) => !field)) return;
  const wishes = Object.fromEntries(fields) as Wishes;
  const shelves = all('[data-category]').map((section) => [section, all('[data-product]', section)] as const);
  const look = () => {
    const count = arrange(shelves, wishes);
    found.textContent = count === null ? '' : `${count} ${count === 1 ? 'produto encontrado' : 'produtos encontrados'}`;
    clear.hidden = wishes.busca.value === '';
    menu.toggleAttribute(
      'data-used',
      WISHES.some((name) => name !== 'busca' && wishes[name].value !== ''),
    );
  };
  place.addEventListener('input', () => {
    look();
    keepInAddress(wishes);
  });
  clear.addEventListener('click', () => {
    wishes.busca.value = '';
    look();
    keepInAddress(wishes);
    wishes.busca.focus();
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (!menu.contains(relatedTarget as Node | null)) menu.open = false;
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  for (const row of all('[data-category-chips]')) wakeChips(row);
  // A shared address fills the fields that are empty. The browser may have kept others, or the person typed before the script ran.
  const asked = new URLSearchParams(location.search);
  for (const name of WISHES) wishes[name].value ||= asked.get(name) ?? '';
  if (WISHES.some((name) => wishes[name].value !== '')) look();
}

const all = (selector: string, inside: ParentNode = document) => [...inside.querySelectorAll<HTMLElement>(selector)];

/** Answers the number of products found, or null if the shopper only sorts. */
function arrange(shelves: readonly (readonly [HTMLElement, HTMLElement[]])[], wishes: Wishes): number | null {
  const text = wishes.busca.value.trim();
  const [least, most] = [typedReais(wishes.de.value, 0), typedReais(wishes.ate.value, Number.POSITIVE_INFINITY)];
  const narrowed = text !== '' || wishes.de.value !== '' || wishes.ate.value !== '';
  const direction = { menor: 1, maior: -1 }[wishes.ordem.value] ?? 0;
  const price = ({ dataset }: HTMLElement) => Number(dataset.price);
  let found = 0;
  for (const [section, cards] of shelves) {
    let inside = 0;
    for (const card of cards) {
      const costs = price(card);
      card.hidden = costs < least || costs > most || !matchesSearch(card.dataset.product ?? '', text);
      if (!card.hidden) inside += 1;
    }
    section.hidden = inside === 0;
    found += inside;
    const order = direction === 0 ? cards : [...cards].sort((a, b) => direction * (price(a) - price(b)));
    const now = all('[data-product]', section);
    if (order.some((card, index) => now[index] !== card)) cards[0]?.parentElement?.append(...order);
  }
  for (const chips of all('[data-category-chips]')) chips.hidden = narrowed;
  // Folded lists open, so that every found product is in sight. Sorting moves all of a shelf into its first list.
  for (const rest of all('[data-rest]') as HTMLDetailsElement[]) {
    rest.open ||= narrowed;
    rest.hidden = !rest.querySelector('[data-product]');
  }
  for (const note of all('[data-nothing-found]')) note.hidden = found > 0;
  return narrowed ? found : null;
}

function keepInAddress(wishes: Wishes): void {
  const url = new URL(location.href);
  for (const name of WISHES) {
    const value = wishes[name].value.trim();
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  history.replaceState(history.state, '', url);
}

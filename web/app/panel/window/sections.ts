import type { WindowSection } from '@vitrine/contract/window';
import { type SectionKind, sectionWords, videoId, windowLimits } from '@vitrine/contract/window-kinds';

/** Pure: what the editor knows about sections. */

export type SectionOf<Kind extends SectionKind> = Extract<WindowSection, { kind: Kind }>;

/** What a store has for a button, a shelf or a comparison to show. */
export interface Choices {
  categories: { id: string; name: string }[];
  products: { id: string; name: string }[];
}

const none = { to: 'none' } as const;
const button = { label: '', target: none };
const centre = { x: 50, y: 50 };

const firsts: { [Kind in SectionKind]: Omit<SectionOf<Kind>, 'id' | 'kind'> } = {
  announcement: { text: '', target: none },
  hero: { title: '', text: '', picture: null, focus: centre, shade: 20, button },
  featured: { title: '' },
  category: { category: '' },
  split: { title: '', text: '', picture: null, focus: centre, side: 'left', button },
  faq: { title: '', items: [{ question: '', answer: '' }] },
  rules: { title: '', items: [''] },
  tiers: { title: '', products: [], best: '' },
  countdown: { title: '', text: '', until: null, button },
  proof: { title: '' },
  goal: { title: '', text: '', reais: 0 },
  buyers: { title: '' },
  supporters: { title: '' },
  staff: { title: '', people: [{ name: '', role: '', picture: null }] },
  video: { title: '', address: '' },
  discord: { title: '', text: '', guild: '' },
};

/** What a section begins with in a store: a shelf that no other shows, the first products to compare. */
function startOf(kind: SectionKind, { categories, products }: Choices, sections: readonly WindowSection[]) {
  if (kind === 'category') {
    const shelved = sections.flatMap((one) => (one.kind === 'category' ? one.category : []));
    return { category: categories.find(({ id }) => !shelved.includes(id))?.id ?? '' };
  }
  if (kind !== 'tiers' || products.length < windowLimits.tiersLeast) return {};
  return { products: products.slice(0, windowLimits.tiersLeast).map(({ id }) => id) };
}

/** A new section for the end of these, with a name of its own inside the window. */
export function newSection(kind: SectionKind, choices: Choices, sections: readonly WindowSection[]): WindowSection {
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, 16);
  return { kind, id, ...structuredClone(firsts[kind]), ...startOf(kind, choices, sections) } as WindowSection;
}

/** Why shoppers do not see a section yet, as far as it can be told without the catalogue; null: they see it. */
export function missingIn(section: WindowSection): string | null {
  switch (section.kind) {
    case 'announcement':
      return section.text ? null : 'Falta o texto.';
    case 'hero':
      return section.title || section.picture ? null : 'Falta o título ou a imagem.';
    case 'category':
      return section.category ? null : 'Escolha a categoria.';
    case 'split':
      return section.text ? null : 'Falta o texto.';
    case 'faq':
      return section.items.some(({ question, answer }) => question && answer)
        ? null
        : 'Falta uma pergunta com resposta.';
    case 'rules':
      return section.items.some((rule) => rule !== '') ? null : 'Falta uma regra.';
    case 'tiers':
      return section.products.length >= windowLimits.tiersLeast ? null : 'Escolha pelo menos dois produtos.';
    case 'countdown':
      if (!section.title) return 'Falta o título.';
      return section.until && Date.parse(section.until) > Date.now() ? null : 'Falta uma data no futuro.';
    case 'goal':
      return section.reais > 0 ? null : 'Falta o valor da meta.';
    case 'staff':
      return section.people.some(({ name }) => name !== '') ? null : 'Falta uma pessoa.';
    case 'video':
      return videoId(section.address) ? null : 'Falta o endereço do vídeo.';
    case 'discord':
      return section.guild ? null : 'Falta o ID do servidor.';
    default:
      return null;
  }
}

/** What tells a section from others of its kind: its own words. */
export function wordsOf(section: WindowSection, nameOf: (category: string) => string | undefined): string {
  if (section.kind === 'announcement') return section.text;
  if (section.kind === 'category') return nameOf(section.category) ?? '';
  return section.title;
}

/** Where a section stands on the page of the shop, as a selector. A shelf is called after its category. */
export const placeOf = (section: WindowSection): string =>
  section.kind === 'category' ? `[id="categoria-${section.category}"]` : `[data-section="${section.id}"]`;

/** A section's name for lists and screen readers: "Capa: Bem-vindo". */
export function labelOf(section: WindowSection, words: string): string {
  const { name } = sectionWords[section.kind];
  return words ? `${name}: ${words}` : name;
}

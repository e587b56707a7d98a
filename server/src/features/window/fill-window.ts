import type { PublicProduct } from '@vitrine/contract/catalog';
import { descriptionLines, plainLine } from '@vitrine/contract/description';
import type { StorefrontCategory } from '@vitrine/contract/pages';
import type { Target, WindowDocument, WindowSection } from '@vitrine/contract/window';
import { type SectionKind, videoId, windowLimits } from '@vitrine/contract/window-kinds';
import type { ShownButton, ShownParts, ShownSection, ShownWindow } from '@vitrine/contract/window-shown';

/** What a window is filled in with. */
export interface Facts {
  categories: StorefrontCategory[];
  now: Date;
  timeZone: string;
  /** Deliveries of the last days, and the time within which half of them were done. */
  deliveries: number;
  halfMs: number | null;
  soldCentavos: number;
  /** Masked names of buyers who let them be shown. */
  buyers: string[];
  supporters: string[];
}

type Filled<Kind extends SectionKind> = (
  section: Extract<WindowSection, { kind: Kind }>,
  facts: Facts,
) => ShownParts[Kind] | null;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const productsOf = ({ categories }: Facts): PublicProduct[] => categories.flatMap(({ products }) => products);

/** The address of a target of this shop; null where there is none, or where it is not on sale. */
function addressOf(target: Target, facts: Facts): string | null {
  if (target.to === 'link') return target.href || null;
  if (target.to === 'category') {
    return facts.categories.some(({ id }) => id === target.id) ? `/categorias/${target.id}` : null;
  }
  if (target.to === 'product') {
    return productsOf(facts).some(({ idProduct }) => idProduct === target.id) ? `/products/${target.id}` : null;
  }
  return null;
}

function buttonOf({ label, target }: { label: string; target: Target }, facts: Facts): ShownButton | null {
  const href = addressOf(target, facts);
  return href && label ? { label, href } : null;
}

const ledTo = (target: Target, facts: Facts): PublicProduct[] => {
  if (target.to === 'category') return facts.categories.find(({ id }) => id === target.id)?.products ?? [];
  return target.to === 'product' ? productsOf(facts).filter(({ idProduct }) => idProduct === target.id) : [];
};

/**
 * The lowest price of the products that a hero leads to, in reais. So the first screen tells a price even if a large picture
 * leaves no room for a card. A hero that leads to no product and no category tells the lowest price of the shop. Null when all of
 * these products are sold out: another product's price would read as the price of what the button names.
 */
function heroPrice({ label, target }: { label: string; target: Target }, facts: Facts): ShownParts['hero']['price'] {
  const led = label === '' ? [] : ledTo(target, facts);
  const told = led.length > 0 ? led : productsOf(facts);
  const prices = new Set(told.filter(({ stock }) => stock !== 0).map(({ price }) => price));
  return prices.size > 0 ? { from: prices.size > 1, reais: Math.min(...prices) } : null;
}

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** How long it still takes, in the largest unit: "3 dias". The page is made anew long before it is wrong by one. */
export function timeLeft(ms: number): string {
  if (ms >= 2 * DAY_MS) return plural(Math.floor(ms / DAY_MS), 'dia', 'dias');
  if (ms >= 2 * HOUR_MS) return plural(Math.floor(ms / HOUR_MS), 'hora', 'horas');
  return 'menos de 2 horas';
}

/** The time that half of the deliveries stayed below, as people say it. Null for hours, which say little. */
export function halfText(ms: number | null): string | null {
  if (ms === null || ms >= HOUR_MS) return null;
  return ms < MINUTE_MS ? `${Math.floor(ms / 1000) + 1} s` : `${Math.floor(ms / MINUTE_MS) + 1} min`;
}

/** What a product gives: by its actions, else by its owner's words, because not every product is delivered by a script. */
const givenBy = ({ benefits, description }: PublicProduct): string[] =>
  benefits.length > 0 ? benefits : descriptionLines(description).map(plainLine);

const fillers: { [Kind in SectionKind]: Filled<Kind> } = {
  announcement: ({ text, target }, facts) => (text ? { text, href: addressOf(target, facts) } : null),
  hero: ({ title, text, picture, focus, shade, video = '', button }, facts) =>
    title || picture || video
      ? {
          title,
          text,
          picture: picture || null,
          focus,
          shade,
          video: videoId(video),
          button: buttonOf(button, facts),
          price: heroPrice(button, facts),
        }
      : null,
  featured: ({ title }, facts) => {
    const marked = productsOf(facts).filter(({ featured }) => featured);
    const products = marked.slice(0, windowLimits.featured);
    return products.length > 0 ? { title: title || 'Destaques', products } : null;
  },
  category: ({ category }, facts) => {
    const found = facts.categories.find(({ id }) => id === category);
    return found ? { category: found } : null;
  },
  split: ({ title, text, picture, focus, side, button }, facts) =>
    text ? { title, text, picture: picture || null, focus, side, button: buttonOf(button, facts) } : null,
  faq: ({ title, items }) => {
    const answered = items.filter(({ question, answer }) => question && answer);
    return answered.length > 0 ? { title: title || 'Perguntas frequentes', items: answered } : null;
  },
  rules: ({ title, items }) => {
    const written = items.filter((rule) => rule !== '');
    return written.length > 0 ? { title: title || 'Regras', items: written } : null;
  },
  tiers: ({ title, products: ids, best }, facts) => {
    const all = productsOf(facts);
    const products = [...new Set(ids)].flatMap((id) => all.find(({ idProduct }) => idProduct === id) ?? []);
    if (products.length < windowLimits.tiersLeast) return null;
    const compared = products.map((product) => ({
      product,
      best: product.idProduct === best,
      gives: givenBy(product),
    }));
    const benefits = [...new Set(compared.flatMap(({ gives }) => gives))].slice(0, windowLimits.tierBenefits);
    return { title: title || 'Compare', benefits, products: compared };
  },
  countdown: ({ title, text, until, button }, facts) => {
    const left = until === null ? 0 : Date.parse(until) - facts.now.getTime();
    if (until === null || left <= 0 || !title) return null;
    const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeStyle: 'short', timeZone: facts.timeZone });
    return {
      title,
      text,
      until,
      day: day.format(new Date(until)),
      left: timeLeft(left),
      button: buttonOf(button, facts),
    };
  },
  proof: ({ title }, { deliveries, halfMs }) =>
    deliveries >= windowLimits.proofLeast
      ? { title: title || 'Pago é entregue', deliveries, days: windowLimits.proofDays, half: halfText(halfMs) }
      : null,
  goal: ({ title, text, reais }, { soldCentavos }) =>
    reais > 0 ? { title: title || 'Meta do mês', text, sold: Math.floor(soldCentavos / 100), goal: reais } : null,
  buyers: ({ title }, { buyers }) =>
    buyers.length > 0 ? { title: title || 'Compraram há pouco', names: buyers } : null,
  supporters: ({ title }, { supporters }) =>
    supporters.length > 0 ? { title: title || 'Apoiadores do mês', names: supporters } : null,
  staff: ({ title, people }) => {
    const named = people.filter(({ name }) => name !== '');
    return named.length > 0
      ? { title: title || 'Equipe', people: named.map((one) => ({ ...one, picture: one.picture || null })) }
      : null;
  },
  video: ({ title, address }) => {
    const video = videoId(address);
    return video ? { title: title || 'Vídeo', video } : null;
  },
  discord: ({ title, text, guild }) => (guild ? { title: title || 'Nosso Discord', text, guild } : null),
};

function fill<Kind extends SectionKind>(section: Extract<WindowSection, { kind: Kind }>, facts: Facts) {
  const filler = fillers[section.kind as Kind] as Filled<Kind>;
  return filler(section, facts);
}

/**
 * A window as shoppers see it. A section without content is left out, and so is the second one that shows the same
 * products: a shelf of a category, or the featured ones. The categories that no section shows come behind, so nothing on
 * sale disappears.
 */
export function fillWindow({ sections }: WindowDocument, facts: Facts): ShownWindow {
  const shelved = new Set<string>();
  const shown: ShownSection[] = [];
  for (const section of sections) {
    if (section.kind === 'featured' && shown.some(({ kind }) => kind === 'featured')) continue;
    const parts = fill(section, facts);
    if (!parts) continue;
    if ('category' in parts) {
      if (shelved.has(parts.category.id)) continue;
      shelved.add(parts.category.id);
    }
    shown.push({ kind: section.kind, id: section.id, ...parts } as ShownSection);
  }
  return { sections: shown, rest: facts.categories.filter(({ id }) => !shelved.has(id)) };
}

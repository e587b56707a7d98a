import type { PublicProduct } from './catalog.ts';
import type { StorefrontCategory } from './pages.ts';

/** What a shop's window page draws: the owner's sections with the shop's own rows and figures, ready to be shown. */

export interface ShownButton {
  label: string;
  href: string;
}

interface Focus {
  x: number;
  y: number;
}

/** The content of each kind of section. What has no content is not in the list. */
export interface ShownParts {
  announcement: { text: string; href: string | null };
  hero: {
    title: string;
    text: string;
    picture: string | null;
    focus: Focus;
    shade: number;
    /** The id of a video of YouTube, which a press opens. */
    video: string | null;
    button: ShownButton | null;
    /** The lowest price in reais of what the button leads to, else of the whole shop. Null if all of that is sold out. */
    price: { from: boolean; reais: number } | null;
  };
  featured: { title: string; products: PublicProduct[] };
  category: { category: StorefrontCategory };
  split: {
    title: string;
    text: string;
    picture: string | null;
    focus: Focus;
    side: 'left' | 'right';
    button: ShownButton | null;
  };
  faq: { title: string; items: { question: string; answer: string }[] };
  rules: { title: string; items: string[] };
  /** `gives`: the benefits of one product; the points of its description where no action gives any. */
  tiers: { title: string; benefits: string[]; products: { product: PublicProduct; best: boolean; gives: string[] }[] };
  /** `left` is said when the page is drawn: "3 dias". */
  countdown: { title: string; text: string; until: string; day: string; left: string; button: ShownButton | null };
  /** `half`: the time within which half of the deliveries were done, "4 s"; null where it says little. */
  proof: { title: string; deliveries: number; days: number; half: string | null };
  goal: { title: string; text: string; sold: number; goal: number };
  /** Masked names: the newest buyer first. */
  buyers: { title: string; names: string[] };
  /** Masked names: whoever spent most in the month first. */
  supporters: { title: string; names: string[] };
  staff: { title: string; people: { name: string; role: string; picture: string | null }[] };
  video: { title: string; video: string };
  discord: { title: string; text: string; guild: string };
}

export type ShownSection = {
  [Kind in keyof ShownParts]: { kind: Kind; id: string } & ShownParts[Kind];
}[keyof ShownParts];

export interface ShownWindow {
  sections: ShownSection[];
  /** The categories that no section shows. */
  rest: StorefrontCategory[];
}

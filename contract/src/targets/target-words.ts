import type { CommandLanguageName } from '../command-line.ts';
import type { TemplateField } from '../templates.ts';

/** A target in words and names, without a schema: pages that only show actions load no schema library. */
export interface TargetWords<A extends { type: string }> {
  /** Its name for members. */
  name: string;
  /** Its short name, beside an action. */
  badge: string;
  /** The name of the id that receives there. */
  holder: string;
  /** Who answers, as the subject of a sentence. */
  answers: string;
  /** The list of its actions in a product. */
  list: string;
  /** One action of it in the calls of a delivery. */
  one: string;
  /** How it reads a command line; null where it has no commands. */
  commands: CommandLanguageName | null;
  /** Its actions belong to game servers: each names one, and is checked against the lists of that city. */
  inCity: boolean;
  /** Each type of action with its text. A type belongs to one target. */
  types: { readonly [T in A['type']]: string };
  /** The field of each type that may hold placeholders, where it has one (templates.ts). */
  templates: { readonly [T in A['type']]?: TemplateField };
  /** Types that run once for each unit, or multiply by the units. Only they can be limited to once per order. */
  perUnit: readonly A['type'][];
  /** What an action does, as a short sentence. `buyer`: the owner's label stands alone; members read the name too. */
  sentence(action: A, buyer: boolean): string;
  /** What the buyer gets; null where it is no benefit. `span` is ` por 30 dias` if this type takes it back then. */
  benefit(action: A, span: (taker: A['type']) => string): string | null;
  /** Types whose text is the owner's secret, and what the buyer reads instead; null without any. */
  secret: { types: readonly A['type'][]; text: string } | null;
  /** Its tab in the product's form, and the toasts there. */
  tab: { label: string; empty: string; dialog: string; added: string; removed: string };
}

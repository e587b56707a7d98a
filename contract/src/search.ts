import { z } from 'zod';
import { Done, requiredLine, subdomain } from './common.ts';
import { limits } from './limits.ts';

/** What the palette of the panel finds. */
const foundKinds = ['order', 'customer', 'product', 'discount', 'member'] as const;

/** POST /v1/search */
export const Search = z.object({
  subdomain: subdomain.optional(),
  /** A number, an id, or words of a name. */
  text: requiredLine(limits.productSearchMax, 'Escreva o que procura.'),
});

const Found = z.object({
  kind: z.enum(foundKinds),
  /** Its page in the panel. */
  to: z.string(),
  label: z.string(),
  /** What tells it from others of the same name; '' for nothing. */
  detail: z.string(),
});
export type Found = z.infer<typeof Found>;

export const SearchAnswer = Done.extend({ found: z.array(Found) });

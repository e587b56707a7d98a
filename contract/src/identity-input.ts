import { z } from 'zod';
import { text } from './common.ts';
import { cleanIdentity, IDENTITY_MAX, identityRules, typedKinds } from './identity.ts';

/** The ids that buyers type besides city id and Discord id, in their normal form afterwards. */

const TWICE = 'Informe cada ID uma vez só.';

/** A refusal names the kind: `identities.citizen_id`. */
export const identities = z
  .array(z.object({ kind: z.enum(typedKinds), value: z.string().max(2 * IDENTITY_MAX) }))
  .max(typedKinds.length, TWICE)
  .refine((list) => new Set(list.map(({ kind }) => kind)).size === list.length, TWICE)
  .transform((list, context) =>
    list.map(({ kind, value }) => {
      const clean = cleanIdentity(kind, value);
      if (clean === undefined) context.addIssue({ code: 'custom', message: identityRules[kind].problem, path: [kind] });
      return { kind, value: clean ?? '' };
    }),
  );

/** The same while the buyer is still typing: what is not an id yet is left out. */
export const unfinishedIdentities = z
  .array(z.object({ kind: z.enum(typedKinds), value: text(2 * IDENTITY_MAX) }))
  .max(typedKinds.length)
  .transform((list) =>
    list.flatMap(({ kind, value }) => {
      const clean = cleanIdentity(kind, value);
      return clean === undefined ? [] : [{ kind, value: clean }];
    }),
  );

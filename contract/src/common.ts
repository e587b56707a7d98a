import { z } from 'zod';
import { limits } from './limits.ts';
import { formatCentavos, isWholeCentavos, toCentavos } from './money.ts';
import { cleanLine } from './names.ts';
import './zod-settings.ts';

/** Shared parts of the schemas. Their texts are for people, in the words of SPEC.md section 5. */

const number = new Intl.NumberFormat('pt-BR');

/** The rule of a greatest length, in words. */
export const longest = (max: number) => `Use no máximo ${number.format(max)} caracteres.`;

/** Every text has a maximum length, is trimmed, and holds no NUL, which PostgreSQL refuses. `message` names the maximum, too. */
export const text = (max: number, message?: string, tooLong = message ?? longest(max)) =>
  z
    .string({ error: message ?? 'Texto inválido.' })
    .max(max, tooLong)
    .refine((value) => !value.includes('\u0000'), message ?? 'Texto inválido.')
    .transform((value) => value.trim());

/** `message` is about a text that is missing. */
export const requiredText = (max: number, message: string) =>
  text(max, message, longest(max)).refine((value) => value.length > 0, message);

/** A name of one line. `cleanLine` removes invisible characters and those that turn the reading order. */
export const line = (max: number, message?: string) => text(max, message).transform(cleanLine);

/** `message` is about a text that is missing. */
export const requiredLine = (max: number, message: string) =>
  text(max, message, longest(max))
    .transform(cleanLine)
    .refine((value) => value.length > 0, message);

/** An id of ours, opaque to clients: 1 to 40 letters, digits, '-' and '_'. Any other text is "not found". */
export const id = z.string().min(1).max(40);

/** The version of a thing that several people edit: how often it was saved. */
export const version = z.number().int().min(1).max(2_147_483_647);

/** A store's subdomain, its name in every call. The shape is loose, because a wrong name is only "not found". */
export const subdomain = z.string().trim().toLowerCase().max(80);

export const email = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(limits.emailMax, message)
    .refine((value) => z.email().safeParse(value).success, message);

/** Reais on the wire -> centavos inside. */
export const reais = (message: string) =>
  z
    .number({ error: message })
    .min(0, message)
    .max(limits.priceMaxCentavos / 100, `O maior valor é ${formatCentavos(limits.priceMaxCentavos)}.`)
    .refine(isWholeCentavos, 'Use no máximo 2 casas decimais.')
    .transform(toCentavos);

/** A colour as `#rrggbb`. */
export const colour = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .regex(/^#[0-9a-fA-F]{6}$/, message);

/** Body of calls that only name the store. */
export const StoreScope = z.object({ subdomain: subdomain.optional() });

/** Cursor paging of long lists. Without it the newest 200 come back in SPEC.md's shape. */
export const Paging = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.number().int().min(1).max(limits.pageMax).optional(),
});

/** An instant in UTC, as every answer writes it: `2026-11-23T12:00:00.000Z`. */
export const instant = z.iso.datetime();

/** The answer of a write for which SPEC.md names no data. */
export const Done = z.object({ success: z.literal(true) });
export type Done = z.infer<typeof Done>;

/** A token of a mailed link. A text of any other form is a link that is not valid, and not a mistake of the body. */
export const mailToken = z.string().max(200);

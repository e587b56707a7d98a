import { z } from 'zod';
import { limits } from './limits.ts';
import { isWholeCentavos, toCentavos } from './money.ts';
import { cleanLine } from './names.ts';
import './zod-settings.ts';

/** Pieces that several resources' schemas share. Texts are what a person reads, in the words of SPEC.md section 5. */

/** Every text: bounded, trimmed, without NUL (PostgreSQL refuses it). */
export const text = (max: number, message = 'Texto inválido.') =>
  z
    .string({ error: message })
    .max(max, message)
    .refine((value) => !value.includes('\u0000'), message)
    .transform((value) => value.trim());

export const requiredText = (max: number, message: string) =>
  text(max, message).refine((value) => value.length > 0, message);

/** A name: one line, without what turns the reading order or nobody sees (`cleanLine`); pasted text loses only that. */
export const line = (max: number, message?: string) => text(max, message).transform(cleanLine);

export const requiredLine = (max: number, message: string) =>
  line(max, message).refine((value) => value.length > 0, message);

/** An id of ours: opaque to clients, 1 to 40 of letters, digits, '-' and '_'. Anything else is simply not found. */
export const id = z.string().min(1).max(40);

/** A store is named by its subdomain on the wire. Old or wrong names are "not found", so the shape stays loose here. */
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
    .max(limits.priceMaxCentavos / 100, message)
    .refine(isWholeCentavos, 'Use no máximo 2 casas decimais.')
    .transform(toCentavos);

/** A colour as `#rrggbb`. */
export const colour = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .regex(/^#[0-9a-fA-F]{6}$/, message);

/** Body of the calls that only name the store. */
export const StoreScope = z.object({ subdomain: subdomain.optional() });

/** Cursor paging of lists that grow without bound; without it the newest 200 come back in SPEC.md's shape. */
export const Paging = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.number().int().min(1).max(limits.pageMax).optional(),
});

/** A moment as the server answers it, in UTC: `2026-11-23T12:00:00.000Z`. */
export const instant = z.iso.datetime();

/** What a write answers when SPEC.md reads nothing of it. */
export const Done = z.object({ success: z.literal(true) });
export type Done = z.infer<typeof Done>;

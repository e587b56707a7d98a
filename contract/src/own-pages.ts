import { z } from 'zod';
import { id, instant, line, requiredLine, requiredText, subdomain, version } from './common.ts';
import { ownPageLimits, PAGE_SLUG } from './own-page-address.ts';
import { WindowDocument, WindowPreviewed, windowDraft } from './window.ts';

/** Pages that an owner makes beside the shop's window: an address, a title, and sections like the window's. */

const texts = {
  title: `Informe o título da página, com até ${ownPageLimits.title} letras.`,
  slug: 'Use letras minúsculas sem acento, números e hífens, sem hífen no início ou no fim.',
  description: `Use até ${ownPageLimits.description} letras.`,
} as const;

const fields = {
  title: requiredLine(ownPageLimits.title, texts.title),
  slug: requiredText(ownPageLimits.slug, texts.slug).refine((value) => PAGE_SLUG.test(value), texts.slug),
  description: line(ownPageLimits.description, texts.description),
  /** Whether the menu of the shop names it. The sitemap always does. */
  inMenu: z.boolean(),
};
const inStore = { subdomain: subdomain.optional() };

/** What the form of a page sends. */
export const OwnPageFields = z.object(fields);
export type OwnPageFields = z.infer<typeof OwnPageFields>;
/** POST /v1/pages/create */
export const OwnPageCreate = z.object({ ...inStore, ...fields });
/** POST /v1/pages/edit */
export const OwnPageEdit = z.object({ ...inStore, id, ...fields });
/** POST /v1/pages/order */
export const OwnPageOrder = z.object({ ...inStore, ids: z.array(id).max(ownPageLimits.pages) });
/** POST /v1/pages/details, /hide and /delete */
export const OwnPageTarget = z.object({ ...inStore, id });
/** POST /v1/pages/draft. `version` is the one that the editor has read. */
export const OwnPageDraft = z.object({ ...inStore, id, version, document: WindowDocument });
/** POST /v1/pages/publish */
export const OwnPagePublish = z.object({ ...inStore, id, version });
/** POST /v1/pages/preview */
export const OwnPagePreview = z.object({ ...inStore, id, document: WindowDocument });

const success = z.literal(true);
const OwnPageRow = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  inMenu: z.boolean(),
  /** Null: shoppers do not see it. */
  publishedAt: instant.nullable(),
  /** Whether the draft says something else than what shoppers see. */
  changed: z.boolean(),
});
export type OwnPageRow = z.infer<typeof OwnPageRow>;

/** In the owner's order, which is that of the menu. */
export const OwnPagesAnswer = z.object({ success, pages: z.array(OwnPageRow) });
export const OwnPageAnswer = z.object({ success, page: OwnPageRow, draft: windowDraft });
export type OwnPageAnswer = z.infer<typeof OwnPageAnswer>;
export const OwnPageMade = z.object({ success, id: z.string() });
export const OwnPageSaved = z.object({ success, version });
export const OwnPagePublished = z.object({ success, draft: windowDraft });
export const OwnPagePreviewed = WindowPreviewed;

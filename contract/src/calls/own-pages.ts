import { Done, StoreScope } from '../common.ts';
import {
  OwnPageAnswer,
  OwnPageCreate,
  OwnPageDraft,
  OwnPageEdit,
  OwnPageMade,
  OwnPageOrder,
  OwnPagePreview,
  OwnPagePreviewed,
  OwnPagePublish,
  OwnPagePublished,
  OwnPageSaved,
  OwnPagesAnswer,
  OwnPageTarget,
} from '../own-pages.ts';
import { call } from './call.ts';

const document = {
  form: 1 as const,
  sections: [{ kind: 'rules' as const, id: 'k3m9x2p7', title: 'Regras', items: ['Respeite todos.'] }],
};
const subdomain = 'cidadealta';
const id = '06h0dkjdq8vsz3h1r5m2x9k4ta';
const fields = { title: 'Regras da cidade', slug: 'regras', description: 'O que pode e o que não pode.', inMenu: true };
const page = { id, ...fields, publishedAt: '2026-11-25T12:00:00.000Z', changed: false };
const success = true;

/** Pages that an owner makes beside the window of the shop. */
export const ownPages = {
  'POST /pages': call({
    id: 'listPages',
    access: 'window.edit',
    says: "Lists the owner's pages, in the order of the shop's menu.",
    body: StoreScope,
    answer: OwnPagesAnswer,
    refusals: [],
    example: { body: { subdomain }, answer: { success, pages: [page] } },
  }),
  'POST /pages/create': call({
    id: 'createPage',
    access: 'window.edit',
    says: 'Makes a page without sections, which shoppers do not see yet.',
    body: OwnPageCreate,
    answer: OwnPageMade,
    refusals: ['page_limit', 'page_taken'],
    example: { body: { subdomain, ...fields }, answer: { success, id } },
  }),
  'POST /pages/edit': call({
    id: 'editPage',
    access: 'window.edit',
    says: 'Changes title, address, description and place in the menu, at once also on a published page.',
    body: OwnPageEdit,
    answer: Done,
    refusals: ['page_not_found', 'page_taken'],
    example: { body: { subdomain, id, ...fields }, answer: { success } },
  }),
  'POST /pages/order': call({
    id: 'orderPages',
    access: 'window.edit',
    says: "Puts the pages into this order, which is that of the shop's menu.",
    body: OwnPageOrder,
    answer: Done,
    refusals: [],
    example: { body: { subdomain, ids: [id] }, answer: { success } },
  }),
  'POST /pages/details': call({
    id: 'readPage',
    access: 'window.edit',
    says: 'Reads one page with its draft.',
    body: OwnPageTarget,
    answer: OwnPageAnswer,
    refusals: ['page_not_found'],
    example: { body: { subdomain, id }, answer: { success, page, draft: { version: 4, document } } },
  }),
  'POST /pages/draft': call({
    id: 'savePageDraft',
    access: 'window.edit',
    says: 'Saves the draft of a page, if nobody saved another one meanwhile.',
    body: OwnPageDraft,
    answer: OwnPageSaved,
    refusals: ['page_not_found', 'page_changed', 'image_not_found'],
    example: { body: { subdomain, id, version: 4, document }, answer: { success, version: 5 } },
  }),
  'POST /pages/publish': call({
    id: 'publishPage',
    access: 'window.edit',
    says: 'Shows the saved draft of a page to shoppers.',
    body: OwnPagePublish,
    answer: OwnPagePublished,
    refusals: ['page_not_found', 'page_changed'],
    example: { body: { subdomain, id, version: 5 }, answer: { success, draft: { version: 5, document } } },
  }),
  'POST /pages/hide': call({
    id: 'hidePage',
    access: 'window.edit',
    says: 'Takes a page away from shoppers, and keeps its draft.',
    body: OwnPageTarget,
    answer: Done,
    refusals: ['page_not_found'],
    example: { body: { subdomain, id }, answer: { success } },
  }),
  'POST /pages/delete': call({
    id: 'deletePage',
    access: 'window.edit',
    says: 'Deletes a page with its draft.',
    body: OwnPageTarget,
    answer: Done,
    refusals: ['page_not_found'],
    example: { body: { subdomain, id }, answer: { success } },
  }),
  'POST /pages/preview': call({
    id: 'previewPage',
    access: 'window.edit',
    says: 'Draws a page of the shop with these sections, without saving or showing it to anybody else.',
    body: OwnPagePreview,
    answer: OwnPagePreviewed,
    refusals: ['page_not_found', 'rate_limited'],
    example: {
      body: { subdomain, id, document },
      answer: { success, html: '<!DOCTYPE html><html lang="pt-BR">…</html>' },
    },
  }),
};

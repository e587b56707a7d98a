import { StoreScope } from '../common.ts';
import {
  WindowAnswer,
  WindowDraft,
  WindowPreview,
  WindowPreviewed,
  WindowPublish,
  WindowPublished,
  WindowRestore,
  WindowSaved,
} from '../window.ts';
import { call } from './call.ts';

const document = {
  form: 1 as const,
  sections: [{ kind: 'featured' as const, id: 'k3m9x2p7', title: 'Mais vendidos' }],
};
const subdomain = 'cidadealta';
const success = true;

/** The window of a shop: its draft, what shoppers see, and what they saw before. */
export const shopWindow = {
  'POST /window': call({
    id: 'readWindow',
    access: 'window.edit',
    says: "Reads the draft of the shop's window, and its last publications.",
    body: StoreScope,
    answer: WindowAnswer,
    refusals: [],
    example: {
      body: { subdomain },
      answer: {
        success,
        draft: { version: 4, document },
        published: '06h0dkjdq8vsz3h1r5m2x9k4ta',
        changed: true,
        history: [
          { id: '06h0dkjdq8vsz3h1r5m2x9k4ta', publishedAt: '2026-11-25T12:00:00.000Z', by: 'Ana Lima', sections: 3 },
        ],
      },
    },
  }),
  'POST /window/draft': call({
    id: 'saveWindowDraft',
    access: 'window.edit',
    says: 'Saves the draft of the window, if nobody saved another one meanwhile.',
    body: WindowDraft,
    answer: WindowSaved,
    refusals: ['window_changed', 'image_not_found'],
    example: { body: { subdomain, version: 4, document }, answer: { success, version: 5 } },
  }),
  'POST /window/publish': call({
    id: 'publishWindow',
    access: 'window.edit',
    says: 'Shows the saved draft to shoppers.',
    body: WindowPublish,
    answer: WindowPublished,
    refusals: ['window_changed'],
    example: {
      body: { subdomain, version: 5 },
      answer: { success, id: '06h0dkk4a1cnz3h1r5m2x9k4ta', draft: { version: 5, document } },
    },
  }),
  'POST /window/restore': call({
    id: 'restoreWindow',
    access: 'window.edit',
    says: 'Publishes an earlier publication again, and makes it the draft.',
    body: WindowRestore,
    answer: WindowPublished,
    refusals: ['window_changed', 'publication_not_found'],
    example: {
      body: { subdomain, version: 5, id: '06h0dkjdq8vsz3h1r5m2x9k4ta' },
      answer: { success, id: '06h0dkn2b7dqz3h1r5m2x9k4ta', draft: { version: 6, document } },
    },
  }),
  'POST /window/preview': call({
    id: 'previewWindow',
    access: 'window.edit',
    says: 'Draws the page of the shop with this window, without saving or showing it to anybody else.',
    body: WindowPreview,
    answer: WindowPreviewed,
    refusals: ['rate_limited'],
    example: { body: { subdomain, document }, answer: { success, html: '<!DOCTYPE html><html lang="pt-BR">…</html>' } },
  }),
};

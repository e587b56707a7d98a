import { isDeepStrictEqual } from 'node:util';
import type { StorefrontCategory } from '@vitrine/contract/pages';
import { emptyWindow, type WindowAnswer, type WindowDocument } from '@vitrine/contract/window';
import type { SectionKind } from '@vitrine/contract/window-kinds';
import type { ShownWindow } from '@vitrine/contract/window-shown';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { recentBuyers, topSupporters } from './buyers/shown-names.ts';
import { hasKind, readDocument } from './document.ts';
import { fillWindow } from './fill-window.ts';
import { findPublished, findWindow, listPublications, proofFigures, soldThisMonth, storeClock } from './queries.ts';

/** What the editor works on: the draft, whether it differs from what shoppers see, and the last publications. */
export async function readWindow(db: Db, store: StoreId): Promise<Omit<WindowAnswer, 'success'>> {
  const row = await findWindow(db, store);
  const document = row ? readDocument(row.draft) : emptyWindow;
  const history = await listPublications(db, store);
  return {
    draft: { version: row?.draft_version ?? 0, document },
    published: row?.published_id ?? null,
    changed: !isDeepStrictEqual(document, row?.published ? readDocument(row.published) : emptyWindow),
    history: history.map(({ id, published_at, by, sections }) => ({
      id,
      publishedAt: published_at.toISOString(),
      by,
      sections,
    })),
  };
}

/** A document filled in with these categories and with the store's own figures of now. */
export async function showDocument(
  db: Db,
  store: StoreId,
  document: WindowDocument,
  categories: StorefrontCategory[],
): Promise<ShownWindow> {
  const has = (kind: SectionKind) => hasKind(document, kind);
  const [clock, proof, sold, buyers, supporters] = await Promise.all([
    storeClock(db, store),
    has('proof') ? proofFigures(db, store) : null,
    has('goal') ? soldThisMonth(db, store) : 0,
    has('buyers') ? recentBuyers(db, store) : [],
    has('supporters') ? topSupporters(db, store) : [],
  ]);
  return fillWindow(document, {
    categories,
    now: clock.now,
    timeZone: clock.time_zone,
    deliveries: proof?.deliveries ?? 0,
    halfMs: proof?.half_ms ?? null,
    soldCentavos: sold,
    buyers,
    supporters,
  });
}

/** What shoppers see, or null for a store that published no window. */
export async function publishedWindow(
  db: Db,
  store: StoreId,
  categories: StorefrontCategory[],
): Promise<ShownWindow | null> {
  const document = await findPublished(db, store);
  return document ? await showDocument(db, store, readDocument(document), categories) : null;
}

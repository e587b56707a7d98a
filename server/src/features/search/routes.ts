import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { serve } from '../../http/serve.ts';
import { searchStore } from './search-store.ts';

/** What the palette of the panel finds in a store. */
export async function searchRoutes(app: App, { db }: Deps): Promise<void> {
  serve(app, 'POST /search', async ({ store, role, body: { text } }) => ({
    success: true as const,
    found: await searchStore(db, store.id, role, text),
  }));
}

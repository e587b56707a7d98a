import { createContext } from 'react';

/** Addresses of the browser's entry script. Only the server knows them; pages of the shop load it themselves. */
export interface EntryModule {
  module: string;
  /** Only under the development server: it must run before any module with components. */
  hmrRuntime: string | undefined;
  /** The random word of this render, on the renderer's own scripts and styles. Nobody else knows it. */
  mark: string;
  /** Text of the script that fetches the entry once the first picture is there (`inline-scripts/after-paint.ts`). */
  afterPaint: string;
  /** Text of the script that names a shop's manifest and registers its service worker (`inline-scripts/become-app.ts`). */
  shopAsApp: string;
  /** Text of the script that keeps the cart where the browser refuses storage (`inline-scripts/visit-storage.ts`). */
  visitStorage: string;
  /** Vitrine's icon as a data address, for shops without a logo. */
  icon: string;
}

/** null in the browser: React hydrates no element that reads it. */
export const EntryAssets = createContext<EntryModule | null>(null);

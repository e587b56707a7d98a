import { createContext } from 'react';

/** Addresses of the browser entry, known to the server only; pages of the shop load it themselves. */
export interface EntryModule {
  module: string;
  /** Only under the development server: must run before any component module. */
  hmrRuntime: string | undefined;
  /** What the renderer's own scripts and styles carry in this one render; nobody else can know it. */
  mark: string;
  /** Text of the script that fetches the entry once the first picture is there (`after-paint.ts`). */
  afterPaint: string;
}

/** null in the browser: React hydrates no element that reads it. */
export const EntryAssets = createContext<EntryModule | null>(null);

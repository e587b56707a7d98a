import { use } from 'react';
import { EntryAssets } from './entry-assets.ts';

/**
 * The only ways in which code of ours stands inside a page. The mark says to the server that the renderer wrote it: what
 * carries it is allowed by its hash, everything else by nothing (server/src/pages/page-policy.ts). In the browser there is
 * no mark, and none is needed.
 */

export function InlineScript({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash
  return <script nonce={use(EntryAssets)?.mark} dangerouslySetInnerHTML={{ __html: text }} />;
}

export function InlineStyle({ css }: { css: string }) {
  return <style nonce={use(EntryAssets)?.mark}>{css}</style>;
}

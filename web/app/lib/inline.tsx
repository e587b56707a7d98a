import { use } from 'react';
import { EntryAssets } from './entry-assets.ts';

/**
 * The only two ways to put our own code inside a page. The mark tells the server that our renderer wrote the element:
 * the policy allows it by its hash, and nothing else (server/src/pages/page-policy.ts). The browser has no mark and
 * needs none.
 */

/** `frames`: whose pages it may show inside this one, by the names of page-policy.ts. */
export function InlineScript({ text, frames }: { text: string; frames?: string }) {
  const mark = use(EntryAssets)?.mark;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash
  return <script nonce={mark} data-frames={frames || undefined} dangerouslySetInnerHTML={{ __html: text }} />;
}

export function InlineStyle({ css }: { css: string }) {
  return <style nonce={use(EntryAssets)?.mark}>{css}</style>;
}

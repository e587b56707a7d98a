import { createHash, randomBytes } from 'node:crypto';
import { REPORTS_PATH } from '../http/policy-reports.ts';

/**
 * What a page may run. Kept pages are the same bytes for everybody, so they cannot carry a nonce: the renderer marks what it
 * writes itself with a word of this one render, and the server puts the hashes of exactly that into the policy and takes the
 * mark out. Markup that came in by any other way carries no mark and is stopped by the browser (docs/decisions).
 */

/** 128 random bits, of one render. */
export const newMark = (): string => randomBytes(16).toString('base64url');

/** A rendered document without its marks, and the sources of what carried them. */
export interface Sealed {
  html: string;
  scripts: string[];
  styles: string[];
  /** A document of the shop, not a hydrated application: the renderer says so in its first tag. */
  shop: boolean;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const SHOP = /^<!DOCTYPE html><html\b[^>]* data-shop=/i;

/** Takes the marks out of a rendered document and names what they stood on. */
export function sealPage(rendered: string, mark: string): Sealed {
  const attribute = ` nonce="${mark}"`;
  const marked = new RegExp(`<(script|style)\\b([^>]*)${attribute}([^>]*)>([\\s\\S]*?)</\\1>`, 'g');
  const found = { script: new Set<string>(), style: new Set<string>() };
  for (const [, tag, , , text = ''] of rendered.matchAll(marked)) {
    if (text !== '') found[tag as 'script' | 'style'].add(hashOf(text));
  }
  return {
    html: rendered.replaceAll(attribute, ''),
    scripts: [...found.script],
    styles: [...found.style],
    shop: SHOP.test(rendered),
  };
}

/** What policies call the place where browsers tell of what they stopped. */
const GROUP = 'vitrine';
export const reportingHeader = { 'reporting-endpoints': `${GROUP}="${REPORTS_PATH}"` };

/**
 * The policy of a page. `strict`, for everything of a shop: styles by their hash as well, and no script can turn a text into
 * markup or into an address of code (Trusted Types). The panel's libraries set style attributes and elements, and React makes
 * script elements from text there, so it has neither.
 */
export function pagePolicy({ scripts, styles }: Sealed, options: { imageHosts: string; strict: boolean }): string {
  const { imageHosts, strict } = options;
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts].join(' '),
    strict ? ['style-src', "'self'", ...styles].join(' ') : "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${imageHosts}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(strict ? ["require-trusted-types-for 'script'", "trusted-types 'none'"] : []),
    `report-uri ${REPORTS_PATH}`,
    `report-to ${GROUP}`,
  ].join('; ');
}

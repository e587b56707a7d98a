import { createHash, randomBytes } from 'node:crypto';
import { REPORTS_PATH } from '../http/policy-reports.ts';

/**
 * What a page may run. A kept page has the same bytes for everybody, so it cannot hold a nonce. Instead the renderer
 * marks its own scripts and styles with a random word of this render. The server removes the marks and puts the
 * hashes of the marked elements into the policy. Any other markup has no mark, and the browser blocks it
 * (docs/decisions).
 */

/** 128 random bits for one render. */
export const newMark = (): string => randomBytes(16).toString('base64url');

/** A rendered document without its marks, and the hashes of the marked elements. */
export interface Sealed {
  html: string;
  scripts: string[];
  styles: string[];
  /** Origins of strangers' pages that a press may open inside this page. */
  frames: string[];
  /** True for a document of the shop that is no hydrated application. The renderer says so in its first tag. */
  shop: boolean;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** Strangers whose pages a page of ours may show, by the name that the renderer gives them (`data-frames`). */
const STRANGERS: ReadonlyMap<string, string> = new Map([
  ['youtube', 'https://www.youtube-nocookie.com'],
  ['discord', 'https://discord.com'],
]);
const FRAMES = / data-frames="([a-z ]*)"/;
const SHOP = /^<!DOCTYPE html><html\b[^>]* data-shop=/i;

/** Removes the marks from a rendered document and returns the hashes of the marked elements. */
export function sealPage(rendered: string, mark: string): Sealed {
  const attribute = ` nonce="${mark}"`;
  const marked = new RegExp(`<(script|style)\\b([^>]*)${attribute}([^>]*)>([\\s\\S]*?)</\\1>`, 'g');
  const found = { script: new Set<string>(), style: new Set<string>() };
  const strangers = new Set<string>();
  for (const [, tag, before = '', after = '', text = ''] of rendered.matchAll(marked)) {
    if (text !== '') found[tag as 'script' | 'style'].add(hashOf(text));
    for (const name of FRAMES.exec(before + after)?.[1]?.split(' ') ?? []) strangers.add(name);
  }
  return {
    html: rendered.replaceAll(attribute, ''),
    scripts: [...found.script],
    styles: [...found.style],
    frames: [...strangers].flatMap((name) => STRANGERS.get(name) ?? []),
    shop: SHOP.test(rendered),
  };
}

/** The name of the reports' address inside a policy. */
const GROUP = 'vitrine';
export const reportingHeader = { 'reporting-endpoints': `${GROUP}="${REPORTS_PATH}"` };

/**
 * The policy of a page. `strict`, for every page of a shop: styles need a hash too, and no script can turn text into
 * markup or into the address of code (Trusted Types). The panel is not strict: its libraries set style attributes and
 * elements, and React makes script elements from text. `worker`: the page may register the service worker of its
 * host. On a strict page a Trusted Types policy of that name gives its one address (web/app/lib/inline-scripts/become-app.ts).
 */
export function pagePolicy(
  { scripts, styles, frames = [] }: Pick<Sealed, 'scripts' | 'styles'> & Partial<Pick<Sealed, 'frames'>>,
  { imageHosts = [], strict, worker = false }: { imageHosts?: string[]; strict: boolean; worker?: boolean },
): string {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts].join(' '),
    strict ? ['style-src', "'self'", ...styles].join(' ') : "style-src 'self' 'unsafe-inline'",
    ['img-src', "'self'", 'data:', 'blob:', ...imageHosts].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ...(frames.length > 0 ? [['frame-src', ...frames].join(' ')] : []),
    ...(worker ? ["worker-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(strict ? ["require-trusted-types-for 'script'", `trusted-types ${worker ? 'vitrine-worker' : "'none'"}`] : []),
    `report-uri ${REPORTS_PATH}`,
    `report-to ${GROUP}`,
  ].join('; ');
}

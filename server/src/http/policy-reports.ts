import { addressOf } from '@vitrine/contract/calls/address';
import { Counter, type Registry } from 'prom-client';
import { z } from 'zod';
import { takeAnyBody } from './any-body.ts';
import type { App } from './app-type.ts';
import { serve } from './serve.ts';

/** Where browsers report what a page's policy stopped (`pages/page-policy.ts`). */
export const REPORTS_PATH = addressOf('POST /reports');
const REPORT_BYTES = 16 * 1024;
/** Most lines of the log in a minute; the others are only counted. Anybody can send reports, from many addresses. */
const LINES_A_MINUTE = 60;
/** Most reports of one body: a page in a loop sends many. */
const MOST = 20;

const directives = [
  ...['script-src', 'style-src', 'img-src', 'font-src', 'connect-src', 'manifest-src', 'form-action', 'base-uri'],
  ...['frame-ancestors', 'frame-src', 'worker-src', 'media-src', 'object-src', 'default-src'],
  ...['require-trusted-types-for', 'trusted-types'],
];

/** The kept part of a report, without path and query of an address, samples and browser. All of it may be hostile. */
export interface PolicyReport {
  directive: string;
  /** An origin, or the browser's own word: `inline`, `eval`, `trusted-types-sink`. */
  blocked: string;
  /** The first part of the page's path. */
  page: string;
  /** Origin of the script that caused it, often a browser's extension. */
  source: string;
}

const word = z.string().max(4000).catch('');
/** The shape for `report-uri`: one object. */
const Single = z.object({
  'csp-report': z.object({
    'document-uri': word,
    'effective-directive': word,
    'violated-directive': word,
    'blocked-uri': word,
    'source-file': word,
  }),
});
/** The shape for `report-to`: a list, which may hold other kinds too. */
const Listed = z.object({
  type: z.literal('csp-violation'),
  url: word,
  body: z.object({ effectiveDirective: word, blockedURL: word, sourceFile: word }),
});

function originOf(address: string): string {
  if (/^[a-z-]{0,30}$/.test(address)) return address;
  const { protocol, host } = URL.parse(address) ?? { protocol: '', host: '' };
  return (protocol === 'https:' || protocol === 'http:' ? `${protocol}//${host}` : protocol).slice(0, 100);
}

function patternOf(address: string): string {
  const [, first = '', ...rest] = URL.parse(address)?.pathname.split('/') ?? [];
  const known = /^[a-z-]{0,30}$/.test(first) ? first : '…';
  return rest.length > 0 ? `/${known}/…` : `/${known}`;
}

function summaryOf(directive: string, blocked: string, page: string, source: string): PolicyReport {
  const plain = directive.replace(/-(?:elem|attr)$/, '');
  return {
    directive: directives.includes(plain) ? plain : 'other',
    blocked: originOf(blocked),
    page: patternOf(page),
    source: originOf(source),
  };
}

/** The reports of a body in either shape; empty if it holds none. */
export function summaries(body: unknown): PolicyReport[] {
  return [body]
    .flat()
    .slice(0, MOST)
    .flatMap((one) => {
      const single = Single.safeParse(one);
      if (single.success) {
        const report = single.data['csp-report'];
        const directive = report['effective-directive'] || (report['violated-directive'].split(' ')[0] ?? '');
        return summaryOf(directive, report['blocked-uri'], report['document-uri'], report['source-file']);
      }
      const listed = Listed.safeParse(one);
      if (!listed.success) return [];
      const { effectiveDirective, blockedURL, sourceFile } = listed.data.body;
      return summaryOf(effectiveDirective, blockedURL, listed.data.url, sourceFile);
    });
}

/**
 * Returns a function that says whether one more line may be written now. In a new minute it first reports how many
 * lines were left out.
 */
function linesOf(tellLeftOut: (count: number) => void, now: () => number = Date.now) {
  let endsAt = 0;
  let lines = 0;
  return (): boolean => {
    if (now() >= endsAt) {
      if (lines > LINES_A_MINUTE) tellLeftOut(lines - LINES_A_MINUTE);
      endsAt = now() + 60_000;
      lines = 0;
    }
    lines += 1;
    return lines <= LINES_A_MINUTE;
  };
}

/** `POST /v1/reports`: counts each report, and logs it while there are few. Nothing is stored. */
export async function installPolicyReports(app: App, registry: Registry): Promise<void> {
  const counter = new Counter({
    name: 'vitrine_policy_reports_total',
    help: 'What browsers say that the policy of our pages stopped; anybody can send these',
    labelNames: ['directive'],
    registers: [registry],
  });
  const mayWrite = linesOf((count) => app.log.info({ count }, 'policy reports left out'));
  await app.register(async (scope: App) => {
    takeAnyBody(scope, REPORT_BYTES, (text) => {
      try {
        return JSON.parse(text);
      } catch {
        return undefined;
      }
    });
    serve(scope, 'POST /reports', async ({ body, request }) => {
      for (const report of summaries(body)) {
        counter.inc({ directive: report.directive });
        if (mayWrite()) request.log.info({ report }, 'policy report');
      }
      return { success: true as const };
    });
  });
}

import { Counter, type Registry } from 'prom-client';
import { z } from 'zod';
import { takeAnyBody } from './any-body.ts';
import type { App } from './app-type.ts';

/** Where browsers tell of what a page's policy stopped (`pages/page-policy.ts`). */
export const REPORTS_PATH = '/v1/reports';
const REPORT_BYTES = 16 * 1024;
/** Lines of the log in a minute; what is more is only counted. Anybody can send these, from many addresses. */
const LINES_A_MINUTE = 60;
/** Of one body: a page in a loop sends many. */
const MOST = 20;

const directives = [
  ...['script-src', 'style-src', 'img-src', 'font-src', 'connect-src', 'manifest-src', 'form-action', 'base-uri'],
  ...['frame-ancestors', 'frame-src', 'worker-src', 'media-src', 'object-src', 'default-src'],
  ...['require-trusted-types-for', 'trusted-types'],
];

/** What is kept of a report: no address with its path or query, no sample, no browser. All of it is hostile. */
export interface PolicyReport {
  directive: string;
  /** An origin, or the browser's word: `inline`, `eval`, `trusted-types-sink`. */
  blocked: string;
  /** The first part of the page's path. */
  page: string;
  /** Origin of the script that did it: often an extension of the browser. */
  source: string;
}

const word = z.string().max(4000).catch('');
/** By `report-uri`: one object. */
const Single = z.object({
  'csp-report': z.object({
    'document-uri': word,
    'effective-directive': word,
    'violated-directive': word,
    'blocked-uri': word,
    'source-file': word,
  }),
});
/** By `report-to`: a list, also of other kinds. */
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

/** The reports of a body, in either form that browsers send; nothing where it holds none. */
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

/** Whether one more line may be written now; tells first how many were left out in a minute that is over. */
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

/** `POST /v1/reports`: each report counts, and is a line of the log while those are few; nothing is stored. */
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
    scope.post(
      REPORTS_PATH,
      { schema: { hide: true }, config: { access: 'public', limit: 'reports' }, bodyLimit: REPORT_BYTES },
      async (request) => {
        for (const report of summaries(request.body)) {
          counter.inc({ directive: report.directive });
          if (mayWrite()) request.log.info({ report }, 'policy report');
        }
        return { success: true };
      },
    );
  });
}

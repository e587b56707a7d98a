import type { SecurityAnswer, SecurityEntry } from '@vitrine/contract/security-events';
import type { FastifyReply } from 'fastify';
import { securityCsv } from './read-security.ts';

/** One page of a log. `rows` has one entry more than the page if there is a next page. */
export function answerPage(rows: SecurityEntry[], limit: number): SecurityAnswer {
  const entries = rows.slice(0, limit);
  return { success: true, entries, nextCursor: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}

/** The log as a file, `vitrine-seguranca-{name}`. */
export function sendSecurityFile(
  reply: FastifyReply,
  rows: SecurityEntry[],
  format: 'json' | 'csv',
  name: string,
): FastifyReply {
  const types = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' };
  return reply
    .header('content-disposition', `attachment; filename="vitrine-seguranca-${name}.${format}"`)
    .header('cache-control', 'no-store')
    .type(types[format])
    .send(format === 'csv' ? securityCsv(rows) : JSON.stringify(rows, null, 2));
}

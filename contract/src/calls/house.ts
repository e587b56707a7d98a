import { z } from 'zod';
import { Done } from '../common.ts';
import { call } from './call.ts';

/** What the application itself serves, beside its features. */
export const house = {
  'GET /openapi.json': call({
    id: 'describeApi',
    access: 'public',
    limit: 'lookUp',
    says: 'Describes the API.',
    answer: z.looseObject({ openapi: z.string() }),
    same: true,
    refusals: [],
    example: { answer: { openapi: '3.1.0', info: { title: 'Vitrine', version: '1' }, paths: {} } },
  }),
  'POST /reports': call({
    id: 'reportPolicy',
    access: 'public',
    limit: 'reports',
    bodyBytes: 16 * 1024,
    says: 'Takes what a browser tells of a policy that a page broke; nothing of it is stored.',
    // Browsers send reports in two forms, and anybody may send anything. A report that fits neither form is left out.
    body: z.unknown(),
    answer: Done,
    refusals: ['rate_limited', 'payload_too_large'],
    example: {
      body: { 'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': 'https://exemplo.com.br/a.js' } },
      answer: { success: true },
    },
  }),
};

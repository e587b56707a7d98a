import { type CallName, calls } from '@vitrine/contract/calls/table';
import { codesOf } from '../http/describe-call.ts';
import type { Feature } from '../http/feature.ts';

/** Codes with which any call may refuse; the description has them as `4XX` and `5XX`. */
const OF_ANY_CALL = new Set<string>([
  'invalid_request',
  'validation_failed',
  'payload_too_large',
  'unsupported_media_type',
  'internal',
  'unavailable',
  'storage_unavailable',
]);

/** The code of this refusal, if the row of the call does not declare it. */
function undeclaredCode(name: CallName, payload: unknown): string | undefined {
  if (typeof payload !== 'string' || !payload.startsWith('{')) return undefined;
  const { code } = JSON.parse(payload) as { code?: string };
  if (code === undefined || OF_ANY_CALL.has(code) || codesOf(calls[name]).some((one) => one === code)) return undefined;
  return code;
}

/**
 * The feature, with each refusal of its calls compared with the table of calls. A code that the row does not declare is
 * answered as a fault that names it, so that the test which met it fails.
 */
export function withDeclaredRefusals(feature: Feature): Feature {
  return async (app, deps) => {
    app.addHook('onSend', async ({ routeOptions }, reply, payload) => {
      const name = routeOptions.config.call;
      const code = name && reply.statusCode >= 400 ? undeclaredCode(name, payload) : undefined;
      if (code === undefined) return payload;
      const fault = `${name} refuses with ${code}, which its row of the table of calls does not declare.`;
      console.error(fault);
      reply.code(500);
      return fault;
    });
    await feature(app, deps);
  };
}

import type { FastifyInstance } from 'fastify';

/** What an operator does about a proxy that is not configured. */
const SENTENCE =
  'A request came with X-Forwarded-For, and VITRINE_TRUST_PROXY is not set. Behind a proxy everybody counts as one address ' +
  'and shares its limits: set VITRINE_TRUST_PROXY to the number of proxies in front. Without a proxy, ignore this.';

/** Logs once that there seems to be a proxy whose X-Forwarded headers are not trusted. */
export function tellOfUnseenProxy(app: FastifyInstance): void {
  let told = false;
  app.addHook('onRequest', async (request) => {
    if (told || request.headers['x-forwarded-for'] === undefined) return;
    told = true;
    request.log.warn(SENTENCE);
  });
}

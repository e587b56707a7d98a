import type { FastifyInstance } from 'fastify';

/** The headers of every answer, also of errors and files (facts/security.md 3.9). */
export function securityHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-site',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cache-control': 'no-store',
    ...(https ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/**
 * Sets them on every answer that passes the hooks. An answer with another Content-Security-Policy (pages, with the
 * hashes of their scripts) or one that may be cached sets its own; a route's own headers are never overwritten.
 */
export function installSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  const entries = Object.entries(headers);
  app.addHook('onRequest', async (_request, reply) => {
    // Set on the raw answer, so that hand-written answers have them too.
    for (const [name, value] of entries) reply.raw.setHeader(name, value);
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    for (const [name, value] of entries) if (!reply.hasHeader(name)) reply.header(name, value);
    return payload;
  });
}

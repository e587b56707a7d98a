import type { Config } from '../config.ts';
import type { App } from './app-type.ts';
import { answerNotFound } from './errors.ts';

const PATH = '/.well-known/security.txt';
/** RFC 9116 asks for less than a year. After that a reader of a copy must fetch it again. */
const GOOD_FOR_DAYS = 180;

/**
 * Names the contact for security reports on every host (RFC 9116). Without `VITRINE_SECURITY_CONTACT` the file does
 * not exist: an address that nobody reads is worse than none.
 */
export function installSecurityTxt(app: App, { publicUrl, securityContact }: Config): void {
  app.get(PATH, { config: { access: 'public' } }, async (request, reply) => {
    if (!securityContact) return answerNotFound(request, reply);
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(Date.now() + GOOD_FOR_DAYS * 86_400_000).toISOString()}`,
      'Preferred-Languages: pt, en',
      `Canonical: ${publicUrl}${PATH}`,
      `Policy: ${publicUrl}/seguranca`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}

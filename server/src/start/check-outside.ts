import { connect } from 'node:net';
import type { Config } from '../config.ts';

const ANSWER_MS = 3000;

interface Outside {
  /** The name of its setting. */
  setting: string;
  host: string;
  port: number;
  /** What works, and what waits, while it does not answer. */
  meanwhile: string;
}

const standardPorts: Record<string, number> = { 'https:': 443, 'http:': 80, 'smtp:': 587, 'smtps:': 465 };

function outside(setting: string, address: string, meanwhile: string): Outside {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { setting, host, port: Number(url.port) || (standardPorts[url.protocol] ?? 443), meanwhile };
}

/** The outside services that this installation has set. `sells`: a store has a payment account. */
export function outsidesOf(config: Config, { sells }: { sells: boolean }): Outside[] {
  const { mercadoPago, discord, google, mail, s3 } = config;
  return [
    ...(sells || mercadoPago.accessToken
      ? [
          outside(
            'MERCADOPAGO_API_URL',
            mercadoPago.apiUrl,
            'New orders are refused with a clear text; payments are asked about again until it answers.',
          ),
        ]
      : []),
    ...(discord.clientId || discord.botToken
      ? [
          outside(
            'DISCORD_API_URL',
            discord.apiUrl,
            'Logins with Discord fail with a clear text; roles wait and are given when it answers.',
          ),
        ]
      : []),
    ...(google.clientId
      ? [outside('GOOGLE_TOKEN_URL', google.tokenUrl, 'Logins with Google fail with a clear text; the others work.')]
      : []),
    ...(mail.smtpUrl
      ? [
          outside(
            'SMTP_URL',
            mail.smtpUrl,
            'Mails wait in their table and leave when it answers; nothing else waits for them.',
          ),
        ]
      : []),
    ...(s3
      ? [outside('S3_ENDPOINT', s3.endpoint, 'Pictures cannot be uploaded or shown; everything else works.')]
      : []),
  ];
}

/** Why it does not answer, or undefined if it does. Opens a connection and closes it; sends nothing. */
function silence({ host, port }: Outside): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (reason?: string) => {
      socket.destroy();
      resolve(reason);
    };
    socket.setTimeout(ANSWER_MS, () => end(`no answer within ${ANSWER_MS / 1000} s`));
    socket.once('connect', () => end());
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}

/** A sentence for each service that does not answer: its name, and what works meanwhile. */
export async function checkOutside(outsides: Outside[]): Promise<string[]> {
  const sentences = await Promise.all(
    outsides.map(async (outside) => {
      const reason = await silence(outside);
      return (
        reason &&
        `${outside.setting}: ${outside.host}:${outside.port} does not answer (${reason}). ${outside.meanwhile}`
      );
    }),
  );
  return sentences.filter((sentence) => sentence !== undefined);
}

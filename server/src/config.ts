import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { Secret } from './db/seal.ts';
import { contactAddress, operatorSettings } from './operator.ts';
import { folderSentence } from './start/check-storage.ts';

/** An optional text. An empty variable counts as not set. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
const text = optional(z.string().min(1));
const url = optional(z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }));
const port = z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535);
const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((value) => value === '1');

const Environment = z.object({
  NODE_ENV: optional(z.string()),
  PORT: optional(port),
  HOST: text,
  METRICS_PORT: optional(port),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
  VITRINE_DOMAIN: optional(
    z.string().regex(/^[a-z0-9-]+\.[a-z0-9-]+$/, 'must be two labels, for example vitrine.localhost'),
  ),
  VITRINE_PUBLIC_URL: url,
  VITRINE_DATA: text,
  VITRINE_SECRET: optional(
    z
      .string()
      .regex(
        /^[A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*$/,
        'must be 32 bytes in base64 (openssl rand -base64 32); former ones may follow, with a comma before each',
      )
      .transform((value): Secret => {
        const [current = '', ...former] = value.split(',');
        return [Buffer.from(current, 'base64'), ...former.map((one) => Buffer.from(one, 'base64'))];
      }),
  ),
  VITRINE_DEMO: optional(flag),
  VITRINE_OFFLINE: optional(flag),
  VITRINE_ROLE: optional(z.enum(['web', 'worker', 'all'], { error: 'must be web, worker or all' })),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
  MERCADOPAGO_API_URL: url,
  MERCADOPAGO_ACCESS_TOKEN: text,
  DISCORD_API_URL: url,
  DISCORD_AUTHORIZE_URL: url,
  DISCORD_CDN_URL: url,
  DISCORD_CLIENT_ID: text,
  DISCORD_CLIENT_SECRET: text,
  DISCORD_BOT_TOKEN: text,
  DISCORD_PUBLIC_KEY: optional(z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_AUTHORIZE_URL: url,
  GOOGLE_TOKEN_URL: url,
  PUSH_SERVICE_URL: url,
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// address' })),
  MAIL_FROM: text,
  MAIL_DOMAIN: text,
  MAIL_PER_HOUR: optional(z.coerce.number({ error: 'must be a number' }).int().min(1).max(10_000_000)),
  S3_ENDPOINT: url,
  S3_BUCKET: text,
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  VITRINE_SWEEP_SECONDS: optional(z.coerce.number().min(0.1, 'must be at least 0.1').max(3600)),
  VITRINE_SECURITY_CONTACT: optional(contactAddress),
  VITRINE_OPERATOR_NAME: optional(operatorSettings.name),
  VITRINE_OPERATOR_DOCUMENT: optional(operatorSettings.document),
  VITRINE_OPERATOR_ADDRESS: optional(operatorSettings.address),
  VITRINE_OPERATOR_CONTACT: optional(operatorSettings.contact),
  VITRINE_OPERATOR_TERMS: optional(operatorSettings.text),
  VITRINE_OPERATOR_PRIVACY: optional(operatorSettings.text),
  VITRINE_TRUST_PROXY: text,
  VITRINE_RCON_NETWORKS: optional(
    z
      .string()
      .transform((value) => value.split(',').map((one) => one.trim()))
      .refine((list) => list.every((one) => ipaddr.isValidCIDR(one)), 'must be networks such as 10.8.0.0/24'),
  ),
});

const operatorVariables = Environment.keyof().options.filter((name) => name.startsWith('VITRINE_OPERATOR_'));

export type Config = ReturnType<typeof readConfig>;

/** The environment is unusable. The message names every wrong variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * The settings of this process from its environment variables (DESIGN.md, Running). Only this reads them. It makes
 * the data folder and, for the embedded database, the secret in it. Throws ConfigError for a missing or malformed
 * variable.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env) {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  const httpPort = env.PORT ?? 3000;
  const domain = env.VITRINE_DOMAIN ?? 'vitrine.localhost';
  const dataDir = resolve(env.VITRINE_DATA ?? 'data');
  makeFolder(dataDir);
  return {
    production,
    /** Watches the sources and builds pages on request. */
    development: env.NODE_ENV === 'development',
    logLevel: env.LOG_LEVEL ?? 'info',
    port: httpPort,
    host: env.HOST ?? '127.0.0.1',
    /** Port of `GET /metrics` on the same host. Not set: no metrics. 0: any free port. */
    metricsPort: env.METRICS_PORT,
    /** Two labels. The panel is on it; each store is one label in front of it. */
    domain,
    /** Origin of the panel, without a slash at the end; the origins of stores have the subdomain before the domain. */
    publicUrl: new URL(env.VITRINE_PUBLIC_URL ?? `http://${domain}:${httpPort}`).origin,
    dataDir,
    /** Encrypts provider tokens. It has several values while it is being changed (docs/operations.md, Secrets). */
    secret: env.VITRINE_SECRET ?? localSecret(dataDir, env.DATABASE_URL !== undefined),
    demo: env.VITRINE_DEMO ?? env.DATABASE_URL === undefined,
    role: env.VITRINE_ROLE ?? 'all',
    /** Shops keep two pages in the browser for a time without a connection. False withdraws that from every browser. */
    offline: env.VITRINE_OFFLINE ?? true,
    /** The contact for security reports in security.txt and on /seguranca; undefined: none. */
    securityContact: env.VITRINE_SECURITY_CONTACT,
    /** Who runs this installation, for the public pages; undefined: that part is left out. */
    operator: {
      name: env.VITRINE_OPERATOR_NAME,
      taxId: env.VITRINE_OPERATOR_DOCUMENT,
      address: env.VITRINE_OPERATOR_ADDRESS,
      contact: env.VITRINE_OPERATOR_CONTACT,
      terms: env.VITRINE_OPERATOR_TERMS,
      privacy: env.VITRINE_OPERATOR_PRIVACY,
      /** The settings of the operator that are not set. */
      missing: operatorVariables.filter((name) => env[name] === undefined),
    },
    /** Undefined: the embedded PostgreSQL in `dataDir`. */
    databaseUrl: env.DATABASE_URL,
    mercadoPago: {
      apiUrl: env.MERCADOPAGO_API_URL ?? 'https://api.mercadopago.com',
      /** Token of the platform's own account, for plans. */
      accessToken: env.MERCADOPAGO_ACCESS_TOKEN,
    },
    discord: {
      apiUrl: env.DISCORD_API_URL ?? 'https://discord.com/api',
      authorizeUrl: env.DISCORD_AUTHORIZE_URL ?? 'https://discord.com/oauth2/authorize',
      cdnUrl: env.DISCORD_CDN_URL ?? 'https://cdn.discordapp.com',
      clientId: env.DISCORD_CLIENT_ID,
      clientSecret: env.DISCORD_CLIENT_SECRET,
      botToken: env.DISCORD_BOT_TOKEN,
      publicKey: env.DISCORD_PUBLIC_KEY,
    },
    google: {
      clientId: env.GOOGLE_CLIENT_ID,
      clientSecret: env.GOOGLE_CLIENT_SECRET,
      authorizeUrl: env.GOOGLE_AUTHORIZE_URL ?? 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl: env.GOOGLE_TOKEN_URL ?? 'https://oauth2.googleapis.com/token',
    },
    push: {
      /** Takes the place of all push services of browsers; undefined: the real ones. */
      serviceUrl: env.PUSH_SERVICE_URL,
    },
    mail: {
      /** Undefined: mails wait in their table until a server is set. */
      smtpUrl: env.SMTP_URL,
      /** Most mails of the whole installation in an hour; the others wait (docs/operations.md, Mails). */
      perHour: env.MAIL_PER_HOUR ?? 2000,
      from: env.MAIL_FROM ?? `Vitrine <nao-responda@${env.MAIL_DOMAIN ?? domain}>`,
      /** Domain of the invented addresses for payers without e-mail. */
      domain: env.MAIL_DOMAIN ?? domain,
    },
    /** Undefined: images are stored in `dataDir`. */
    s3: s3Of(env),
    sweepSeconds: env.VITRINE_SWEEP_SECONDS ?? 5,
    /** Networks that owners may name for RCON beside public addresses. */
    rconNetworks: env.VITRINE_RCON_NETWORKS ?? [],
    trustProxy: trustProxyOf(env.VITRINE_TRUST_PROXY),
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new ConfigError(`VITRINE_DATA: ${folderSentence(folder, error)}`);
  }
}

function s3Of(env: z.output<typeof Environment>) {
  if (!env.S3_ENDPOINT && !env.S3_BUCKET) return undefined;
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId } = env;
  const secretAccessKey = env.S3_SECRET_ACCESS_KEY;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    throw new ConfigError('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  }
  return { endpoint, bucket, accessKeyId, secretAccessKey, region: env.S3_REGION ?? 'auto' };
}

/**
 * Which senders may set X-Forwarded-*: 0 for none; a number for so many proxies in front; else a list of addresses
 * and networks.
 */
function trustProxyOf(value = '0'): false | string | ((address: string, hop: number) => boolean) {
  if (!/^\d+$/.test(value)) return value;
  const proxies = Number(value);
  return proxies > 0 && ((_address, hop) => hop < proxies);
}

/** This secret belongs to the embedded database. Several machines must share one secret, so none of them may invent it. */
function localSecret(dataDir: string, required: boolean): Secret {
  if (required) {
    throw new ConfigError('VITRINE_SECRET: must be set with DATABASE_URL (openssl rand -base64 32)');
  }
  const file = join(dataDir, 'secret');
  try {
    writeFileSync(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw new ConfigError(folderSentence(dataDir, error));
  }
  const secret = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (secret.length !== 32) throw new ConfigError(`${file}: is damaged; it must hold 32 bytes in base64`);
  return [secret];
}

import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Access } from '@vitrine/contract/calls/call';
import type { Permission } from '@vitrine/contract/permissions';
import type { z } from 'zod';
import { features } from '../features.ts';
import type { Feature } from '../http/feature.ts';
import { pagePreviews } from '../pages/preview-pages.ts';
import { createTestApp, type TestApp, type TestOptions } from '../test/app.ts';

/** A route as the router knows it. */
export interface KnownRoute {
  /** `POST /v1/login`: its name in the tables of this folder. */
  name: string;
  method: string;
  url: string;
  access: Access | undefined;
  /** Other permissions that open it. */
  alsoMay: readonly Permission[];
  /** Whether it needs a session that was confirmed lately. */
  stepUp: boolean;
  /** By what its body is read. */
  body: z.ZodType | undefined;
}

/** Discord's key pair. The route exists only if a public key is set. */
const discord = generateKeyPairSync('ed25519');
const DISCORD_PUBLIC_KEY = discord.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');

/** The headers that Discord sends with these bytes. */
export function signAsDiscord(body: Buffer): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = sign(null, Buffer.concat([Buffer.from(timestamp), body]), discord.privateKey).toString('hex');
  return { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp };
}

/** The headers that a game server sends with these bytes, exactly as in DECISIONS.md, Fulfilment. */
export function signAsGame(apiToken: string, path: string, body: Buffer): Record<string, string> {
  const hex = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
  const time = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(16).toString('hex');
  const text = ['POST', path, time, nonce, hex(body)].join('\n');
  return {
    'x-vitrine-server': hex(apiToken).slice(0, 12),
    'x-vitrine-time': time,
    'x-vitrine-nonce': nonce,
    'x-vitrine-signature': createHmac('sha256', apiToken).update(text).digest('hex'),
  };
}

/** The application's own routes, beside those of the features. */
const own: [string, Access | undefined][] = [
  ['GET /v1/openapi.json', 'public'],
  ['GET /.well-known/security.txt', 'public'],
  ['POST /v1/reports', 'public'],
  ['GET /healthz', undefined],
  ['GET /readyz', undefined],
];

/** No outside service is called: these providers do not answer. */
const away = { MERCADOPAGO_API_URL: 'http://127.0.0.1:9', DISCORD_API_URL: 'http://127.0.0.1:9' };

/** The call that the pages serve. They are not built here, so every page is the same. */
const withPreview: Feature = (app, deps) =>
  pagePreviews(app, deps, {
    draw: async () => '<!DOCTYPE html>',
    budget: { take: () => 0, measure: (work) => work() },
  });

/** The application of production, and all its routes. HEAD is left out: it is GET without a body. */
export async function appWithRoutes(options: TestOptions = {}): Promise<{ app: TestApp; routes: KnownRoute[] }> {
  const found = new Map<string, Access | undefined>(own);
  const asking = new Set<string>();
  const others = new Map<string, readonly Permission[]>();
  const bodies = new Map<string, z.ZodType>();
  const watched = [...features, withPreview].map(
    (feature): Feature =>
      async (app, deps) => {
        app.addHook('onRoute', ({ method, url, config, schema }) => {
          for (const one of [method].flat()) {
            if (one === 'HEAD') continue;
            found.set(`${one} ${url}`, config?.access);
            if (config?.alsoMay) others.set(`${one} ${url}`, config.alsoMay);
            if (config?.stepUp) asking.add(`${one} ${url}`);
            if (schema?.body) bodies.set(`${one} ${url}`, schema.body as z.ZodType);
          }
        });
        await feature(app, deps);
      },
  );
  const app = await createTestApp({
    ...options,
    env: { DISCORD_PUBLIC_KEY, ...away, ...options.env },
    features: watched,
  });
  const routes = [...found].map(([name, access]) => {
    const [method = '', url = ''] = name.split(' ');
    const [alsoMay, stepUp, body] = [others.get(name) ?? [], asking.has(name), bodies.get(name)];
    return { name, method, url, access, alsoMay, stepUp, body };
  });
  return { app, routes };
}

/** Every route in the router's own printed tree, to check `appWithRoutes`. */
export function printedRoutes(tree: string): string[] {
  const path: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \(([^)]+)\)$/.exec(line) ?? [];
    if (part === '' || part === '*') return [];
    path.length = indent.length / 4;
    path.push(part);
    const url = path.join('');
    return methods.split(', ').flatMap((method) => (method === 'HEAD' ? [] : [`${method} ${url}`]));
  });
}

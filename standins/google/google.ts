import { randomBytes } from 'node:crypto';
import { type Clock, createClock } from '../lib/clock.ts';
import { createFaults, type Faults, installFaults } from '../lib/faults.ts';
import { createJournal, installJournal, type JournalEntry, type JournalFilter } from '../lib/journal.ts';
import { createApp, startServer } from '../lib/server.ts';
import { DEMO_USERS, type GoogleUser } from './accounts.ts';
import { authorizeRoutes } from './authorize-routes.ts';
import { createTokenKey, TOKEN_FAULTS, type TokenFault } from './id-token.ts';
import type { GoogleState } from './state.ts';
import { tokenRoutes } from './token-routes.ts';

export type GoogleOptions = {
  /** 0 or undefined takes a free one. */
  port?: number;
  clientId?: string;
  clientSecret?: string;
  /** The addresses that a login may return to, compared character by character. */
  redirectUris?: string[];
  clock?: Clock;
};

type GoogleControl = {
  clock: Clock;
  faults: Faults;
  /** Back to demo people, without codes, faults and requests, in real time. */
  reset(): void;
  /** Adds people or replaces those with the same `sub`. */
  seed(users: GoogleUser[]): void;
  /** Spoils the next `times` id_tokens. */
  spoilIdToken(fault: TokenFault, times?: number): void;
  requests(filter?: JournalFilter): JournalEntry[];
};

export type GoogleStandin = {
  url: string;
  authorizeUrl: string;
  tokenUrl: string;
  certsUrl: string;
  clientId: string;
  clientSecret: string;
  control: GoogleControl;
  close(): Promise<void>;
};

const isUser = (value: unknown): value is GoogleUser => {
  if (typeof value !== 'object' || value === null) return false;
  const { sub, name, email, emailVerified } = value as Record<string, unknown>;
  return [sub, name, email].every((each) => typeof each === 'string') && typeof emailVerified === 'boolean';
};

/** Google's login on 127.0.0.1: consent page, tokens with RS256 `id_token`, `/certs`; all three fail on demand. */
export async function startGoogle(options: GoogleOptions = {}): Promise<GoogleStandin> {
  const clock = options.clock ?? createClock();
  const state: GoogleState = {
    clock,
    clientId: options.clientId ?? '512345678901-vitrine.apps.googleusercontent.com',
    clientSecret: options.clientSecret ?? `GOCSPX-${randomBytes(21).toString('base64url')}`,
    redirectUris: [...(options.redirectUris ?? [])],
    users: new Map(DEMO_USERS.map((user) => [user.sub, user])),
    codes: new Map(),
    key: createTokenKey(),
    tokenFaults: [],
  };
  const journal = createJournal();
  const faults = createFaults();
  const control: GoogleControl = {
    clock,
    faults,
    reset() {
      state.users = new Map(DEMO_USERS.map((user) => [user.sub, user]));
      state.codes.clear();
      state.tokenFaults = [];
      faults.clear();
      journal.clear();
      clock.reset();
    },
    seed(users) {
      for (const user of users) state.users.set(user.sub, user);
    },
    spoilIdToken(fault, times = 1) {
      for (let count = 0; count < times; count++) state.tokenFaults.push(fault);
    },
    requests: (filter) => journal.list(filter),
  };

  const app = createApp();
  installJournal(app, journal, clock);
  installFaults(app, faults);
  authorizeRoutes(app, state);
  tokenRoutes(app, state);
  app.post('/__control/reset', async () => {
    control.reset();
    return { ok: true };
  });
  app.post<{ Body: unknown }>('/__control/seed', async ({ body }, reply) => {
    if (!Array.isArray(body) || !body.every(isUser)) return reply.code(400).send({ message: 'a list of people' });
    control.seed(body);
    return { ok: true };
  });
  app.post<{ Body: { advance?: unknown } | undefined }>('/__control/clock', async ({ body }, reply) => {
    if (typeof body?.advance !== 'number') return reply.code(400).send({ message: 'advance is a number of ms' });
    clock.advance(body.advance);
    return { ok: true };
  });
  app.post<{ Body: { kind?: unknown; times?: unknown } | undefined }>(
    '/__control/id-token-faults',
    async ({ body }, reply) => {
      const fault = TOKEN_FAULTS.find((each) => each === body?.kind);
      const times = body?.times ?? 1;
      if (!fault || typeof times !== 'number') {
        return reply.code(400).send({ message: `kind is one of ${TOKEN_FAULTS.join(', ')}` });
      }
      control.spoilIdToken(fault, times);
      return { ok: true };
    },
  );

  const { url, close } = await startServer(app, options.port);
  return {
    url,
    authorizeUrl: `${url}/o/oauth2/v2/auth`,
    tokenUrl: `${url}/token`,
    certsUrl: `${url}/certs`,
    clientId: state.clientId,
    clientSecret: state.clientSecret,
    control,
    close,
  };
}

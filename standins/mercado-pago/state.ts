import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import type { ApiError } from './errors.ts';
import type { Order, Payment, Preference, Seller, SellerInput } from './model.ts';

export interface Settings {
  /** Beginning of the links in answers. */
  publicUrl: string;
  /** Whether http and loopback addresses are accepted for notices and returns. The real service refuses them. */
  loopbackUrls: boolean;
  /** The real 22 s, scaled. */
  webhookTimeoutMs: number;
  /** Waits between tries, scaled down from 15 min and growing. The number of entries is the number of retries. */
  webhookRetryMs: number[];
}

export interface Answer {
  status: number;
  body: unknown;
}

export interface State {
  clock: Clock;
  settings: Settings;
  /** By token. */
  sellers: Map<string, Seller>;
  preferences: Map<string, Preference>;
  payments: Map<string, Payment>;
  orders: Map<string, Order>;
  /** A new number as text. */
  nextId(): string;
  /** `ORD` or `PAY` and 26 upper-case letters and digits. */
  nextCode(prefix: 'ORD' | 'PAY'): string;
  sellerById(userId: number): Seller | undefined;
  seed(sellers: SellerInput[]): Seller[];
  /** Forgets everything but its first sellers. */
  reset(): void;
  /**
   * The same key and body give the first answer again, even while it is being made. Another body is 409 through
   * `conflict`. Refusals are not kept: the key may be used again (facts, section 2).
   */
  once(scope: string, key: string, body: unknown, conflict: ApiError, work: () => Promise<Answer>): Promise<Answer>;
}

/** The seller of the demo. */
export const DEMO_SELLER: SellerInput = {
  token: 'APP_USR-1122334455667788-112026-c0ffee00c0ffee00c0ffee00c0ffee00-200100300',
  userId: 200_100_300,
  nickname: 'CIDADE DEMO',
  email: 'vendas@cidade-demo.com.br',
};

function makeSeller(input: SellerInput, number: number): Seller {
  const userId = input.userId ?? 200_200_000 + number;
  return {
    nickname: `VENDEDOR ${userId}`,
    email: `vendedor-${userId}@standin.example`,
    tags: ['normal'],
    siteId: 'MLB',
    pixKey: randomUUID(),
    pixStatus: 'active',
    applicationType: 'payments',
    oauth: false,
    webhookSecret: createHash('sha256').update(`secret of ${input.token}`).digest('hex'),
    panelUrl: null,
    refundMode: 'approved',
    revoked: false,
    ...input,
    userId,
    balance: Math.round((input.balance ?? 1000) * 100),
  };
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? '';

export function createState(clock: Clock, initial: SellerInput[], settings: Settings): State {
  const initialSettings = { ...settings };
  const answers = new Map<string, { body: string; answer: Promise<Answer> }>();
  // Twelve digits that grow with real time, so a shop with old rows never meets an id twice after our restart.
  let lastId = Math.floor(Date.now() / 10);

  const state: State = {
    clock,
    settings,
    sellers: new Map(),
    preferences: new Map(),
    payments: new Map(),
    orders: new Map(),
    nextId() {
      lastId += 1;
      return String(lastId);
    },
    nextCode(prefix) {
      return `${prefix}01${randomUUID().replaceAll('-', '').slice(0, 24).toUpperCase()}`;
    },
    sellerById: (userId) => [...state.sellers.values()].find((seller) => seller.userId === userId),
    seed(inputs) {
      return inputs.map((input) => {
        const known = state.sellers.get(input.token);
        const { balance, ...rest } = input;
        const seller = known ?? makeSeller(input, state.sellers.size + 1);
        Object.assign(seller, rest, balance === undefined ? {} : { balance: Math.round(balance * 100) });
        state.sellers.set(seller.token, seller);
        return seller;
      });
    },
    reset() {
      for (const map of [state.sellers, state.preferences, state.payments, state.orders, answers]) map.clear();
      Object.assign(settings, initialSettings, { publicUrl: settings.publicUrl });
      state.seed(initial);
    },
    async once(scope, key, body, conflict, work) {
      const id = `${scope}\n${key}`;
      const text = canonical(body);
      const known = answers.get(id);
      if (known) {
        if (known.body !== text) throw conflict;
        return known.answer;
      }
      const answer = work();
      answers.set(id, { body: text, answer });
      try {
        return await answer;
      } catch (error) {
        answers.delete(id);
        throw error;
      }
    },
  };
  state.seed(initial);
  return state;
}

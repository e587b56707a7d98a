import { API } from '@vitrine/contract/calls/address';
import type { Access } from '@vitrine/contract/calls/call';
import type { CallName } from '@vitrine/contract/calls/table';
import { mayDo, type Permission } from '@vitrine/contract/permissions';
import { isShut, type Role } from '@vitrine/contract/roles';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../db/database.ts';
import { nameParty, workFor } from '../db/party.ts';
import { type Customer, customerCookieOf, findCustomer } from './customer-session.ts';
import { Refusal } from './errors.ts';
import { senderOf } from './network.ts';
import { type Caller, findCaller } from './session.ts';
import { findMembership, findStore, type StoreId, type StoreScope, subdomainOfHost } from './store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call's name in the table of calls. */
    call?: CallName;
    /** The callers that this route accepts. A route without it does not start. */
    access?: Access;
    /** Permissions that open a route as well as the one in `access`. */
    alsoMay?: readonly Permission[];
    /** A member whose second factor the store waits for may use it too. */
    whileShut?: true;
    /** The payload names the store by `id` instead of its subdomain (SPEC.md section 7, POST /store/edit). */
    storeById?: true;
    /**
     * Which callers may use this route of access `shopper` while the store is closed: its members, or those whom the
     * handler lets in (`requireOpen`). Absent: nobody.
     */
    whileClosed?: 'members' | 'handler';
    /**
     * Only for a session that was confirmed lately (`step_up_required`): acts on money, ownership or the ways into an
     * account.
     */
    stepUp?: true;
    /** Only for an account with a proven e-mail; others get `email_unproven`. */
    proven?: true;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** The customer who is signed in at the host's store. Only if `access` is `customer`. */
    customer: Customer | null;
    /** The game server that signed the request. Only if `access` is `game`; the scope of those calls sets it. */
    game: GameServer | null;
    store: StoreScope | null;
    /** The caller's role in `store`; null for strangers. */
    role: Role | null;
  }
}

/** A game server with a right signature, and the key that signs its answer. */
export interface GameServer {
  store: StoreId;
  /** The seat that the token belongs to. */
  seat: string;
  tokenId: string;
  token: string;
  nonce: string;
  /** Only this process remembers the nonce, so another process may have answered the same request. */
  inMemory: boolean;
}

interface DoorOptions {
  db: Db;
  /** The product's domain, two labels. */
  domain: string;
  /** Whether browsers reach us by https. It decides the name of the customers' cookie. */
  https: boolean;
}

function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7).trim() : undefined;
}

/** Bodies are not validated yet. PostgreSQL refuses NUL, and no name is longer than this. */
const storable = (name: string) => name.replaceAll('\u0000', '').slice(0, 80);

/** The store's id in the payload. A value that is no text names no store. */
function namedId(request: FastifyRequest): string {
  const id = (request.body as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? storable(id) : '';
}

/** The subdomain in a request: from the payload, else the path, else the header X-Store. */
function namedSubdomain(request: FastifyRequest): string | undefined {
  const sources = [
    request.body,
    (request.body as { productData?: unknown } | null)?.productData,
    request.params,
    request.query,
  ];
  for (const source of sources) {
    const value = source && typeof source === 'object' ? (source as { subdomain?: unknown }).subdomain : undefined;
    if (typeof value === 'string' && value.trim() !== '') return storable(value.trim().toLowerCase());
  }
  const header = request.headers['x-store'];
  return typeof header === 'string' && header.trim() !== '' ? header.trim().toLowerCase().slice(0, 80) : undefined;
}

/**
 * Finds caller, store and role before every handler, by the route's `config.access`, and refuses: 401 without a good
 * token; 404 for an unknown or foreign store, with the same answer; 403 for a role without the permission, a member whose second
 * factor the store waits for, an account
 * without a proven e-mail (`config.proven`), or a session that must be confirmed first; 422 for shoppers of a closed
 * store. A handler of `serve` gets them, typed by its call's access.
 */
export function installDoor(app: FastifyInstance, { db, domain, https }: DoorOptions): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('customer', null);
  app.decorateRequest('game', null);
  app.decorateRequest('store', null);
  app.decorateRequest('role', null);

  app.addHook('onRoute', (route) => {
    if (route.url.startsWith(`${API}/`) && !route.config?.access) {
      throw new Error(`Route ${route.method} ${route.url} does not say who may call it (config.access).`);
    }
  });

  // The callback makes all later hooks run inside the party. This waits until the body is read, because reading it starts
  // a new async context.
  app.addHook('preValidation', (request, _reply, done) => workFor(`address ${senderOf(request.ip)}`, done));
  app.addHook('preValidation', async (request) => {
    const access = request.routeOptions.config.access;
    if (!access || access === 'public' || access === 'game' || access === 'provider') return;
    if (access === 'customer') {
      // Only the host names the store: a field of a form must not.
      const subdomain = subdomainOfHost(request.headers.host, domain);
      const store = subdomain ? await findStore(db, subdomain) : undefined;
      const cookie = customerCookieOf(request.headers.cookie, 'session', https);
      const customer = store && cookie ? await findCustomer(db, store.id, cookie) : undefined;
      if (!store || !customer) throw new Refusal('unauthenticated');
      nameParty(store.id);
      request.store = store;
      request.customer = customer;
      return;
    }
    const token = bearerOf(request);
    request.caller = token ? ((await findCaller(db, token)) ?? null) : null;

    if (access === 'shopper') {
      const subdomain = namedSubdomain(request) ?? subdomainOfHost(request.headers.host, domain);
      const store = subdomain ? await findStore(db, subdomain) : undefined;
      if (!store) throw new Refusal('store_not_found');
      nameParty(store.id);
      request.store = store;
      if (request.caller) {
        const role = (await findMembership(db, request.caller.accountId, store.subdomain))?.role;
        request.role = role === undefined || isShut(role) ? null : role;
      }
      const { whileClosed } = request.routeOptions.config;
      const letIn = whileClosed === 'handler' || (whileClosed === 'members' && request.role);
      if (!letIn) requireOpen(store);
      return;
    }

    if (!request.caller) throw new Refusal('unauthenticated');
    const { proven, stepUp } = request.routeOptions.config;
    const unconfirmed = stepUp && !request.caller.confirmed;
    if (access === 'account') {
      if (proven) requireProven(request.caller);
      if (unconfirmed) throw new Refusal('step_up_required');
      return;
    }
    const storeName = request.routeOptions.config.storeById ? { id: namedId(request) } : namedSubdomain(request);
    const membership = await findMembership(db, request.caller.accountId, storeName);
    if (!membership) throw new Refusal('store_not_found');
    const { alsoMay = [], whileShut } = request.routeOptions.config;
    if (isShut(membership.role)) {
      if (!whileShut) throw new Refusal('factor_required');
    } else if (![access, ...alsoMay].some((permission) => mayDo(membership.role, permission))) {
      throw new Refusal('forbidden');
    }
    if (proven) requireProven(request.caller);
    if (unconfirmed) throw new Refusal('step_up_required');
    nameParty(membership.id);
    request.store = membership;
    request.role = membership.role;
  });
}

/** Refuses callers without a proven e-mail, for a route that needs it only in some cases. */
export function requireProven({ proven }: Pick<Caller, 'proven'>): void {
  if (!proven) throw new Refusal('email_unproven');
}

/** Refuses shoppers of a closed store. */
export function requireOpen({ status }: Pick<StoreScope, 'status'>): void {
  if (status !== 'active') throw new Refusal('store_closed');
}

/** The logged-in caller that the door found. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Refusal('unauthenticated');
  return request.caller;
}

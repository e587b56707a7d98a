import { setTimeout as delay } from 'node:timers/promises';
import { addressOf } from '@vitrine/contract/calls/address';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '../../db/ids.ts';
import { nameParty } from '../../db/party.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import {
  clearedCustomerCookie,
  customerCookie,
  customerCookieOf,
  endCustomerSession,
} from '../../http/customer-session.ts';
import { describeFailure, Refusal } from '../../http/errors.ts';
import { serve } from '../../http/serve.ts';
import { findStore, type StoreScope, subdomainOfHost } from '../../http/store.ts';
import { senderRules, slowDown } from '../../http/throttle.ts';
import { storeUrl } from '../stores/public-url.ts';
import { askToWait } from '../waiting/ask-to-wait.ts';
import { confirmWait, endWait } from '../waiting/waiting-link.ts';
import { eraseCustomer } from './erase-purchases.ts';
import { exportPurchases } from './export-purchases.ts';
import { customerOfCookies, discordOnWire } from './read-purchases.ts';
import { arriveFromDiscord, leaveForDiscord, pageAfter, returnFromDiscord } from './sign-in-discord.ts';
import { enterByLink, sendSignInLink } from './sign-in-mail.ts';

const HOME = pageAfter(null);
/** The answer takes at least this long, so that its time does not tell whether an e-mail bought here. */
const LINK_MS = 300;

/**
 * The forms and links of `/minhas-compras`. They work without a script: a browser's form is answered with a redirect to
 * a page, and a refusal too (`?erro=` and the code). Everything else is answered like the rest of the API.
 */
export async function customersRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  const https = config.publicUrl.startsWith('https:');
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(text))));
  });
  app.setErrorHandler((error, request, reply) => {
    if (!isBrowser(request)) throw error;
    const { body, retryAfter, fault } = describeFailure(error);
    if (fault) request.log.error({ err: error }, 'request failed');
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    const toCheckout = (request.query as { to?: unknown }).to === 'checkout';
    const home = pageAfter(toCheckout ? 'checkout' : null);
    const back = request.url.startsWith(addressOf('POST /customer/erase')) ? `${HOME}/dados` : home;
    const place = request.url.startsWith(addressOf('POST /customer/wait'))
      ? waitingPage(request.body, { erro: body.code })
      : `${back}?erro=${body.code}`;
    return reply.redirect(subdomainOfHost(request.headers.host, config.domain) === undefined ? '/' : place, 303);
  });
  // A page of another origin, and another store's page too, may not use these forms, whatever cookies it sends.
  app.addHook('preValidation', async (request) => {
    if (request.method === 'GET') return;
    const { origin } = request.headers;
    if (origin === undefined) return;
    const subdomain = subdomainOfHost(request.headers.host, config.domain);
    if (!subdomain || origin !== storeUrl(config, subdomain)) throw new Refusal('forbidden');
  });

  const hostStore = async (request: FastifyRequest): Promise<StoreScope> => {
    const subdomain = subdomainOfHost(request.headers.host, config.domain);
    const store = subdomain && (await findStore(db, subdomain));
    if (!store) throw new Refusal('store_not_found');
    nameParty(store.id);
    return store;
  };
  const done = (request: FastifyRequest, reply: FastifyReply, page: string) =>
    isBrowser(request) ? reply.redirect(page, 303) : reply.send({ success: true });
  const signIn = (reply: FastifyReply, token: string) =>
    reply.header('set-cookie', customerCookie('session', token, https));

  serve(app, 'GET /customer/me', async ({ request, reply }) => {
    const store = await hostStore(request);
    const customer = await customerOfCookies(deps, store.id, request.headers.cookie ?? null);
    reply.header('cache-control', 'no-store');
    return { success: true as const, discord: customer ? discordOnWire(customer, config.discord.cdnUrl) : null };
  });

  serve(app, 'GET /customer/discord/start', async ({ query: { to }, request, reply }) => {
    const store = await hostStore(request);
    await slowDown(db, senderRules('customer-discord', request.ip, { limit: 100, seconds: 300 }));
    const left = await leaveForDiscord(deps, store.id, to);
    if (!left) throw new Refusal('login_not_configured');
    return reply.header('set-cookie', customerCookie('browser', left.browser, https)).redirect(left.url);
  });

  serve(app, 'GET /customer/discord/return', async ({ query: { code, state, error }, request, reply }) => {
    await slowDown(db, senderRules('customer-discord', request.ip, { limit: 100, seconds: 300 }));
    return reply.redirect(await returnFromDiscord(deps, { code: error === undefined ? code : undefined, state }));
  });

  serve(app, 'GET /customer/discord/finish', async ({ query: { code, to }, request, reply }) => {
    const store = await hostStore(request);
    const browser = customerCookieOf(request.headers.cookie, 'browser', https);
    const token = browser && (await arriveFromDiscord(deps, store.id, { code, browser }));
    if (!token) throw new Refusal('discord_code_invalid');
    reply.header('set-cookie', clearedCustomerCookie('browser', https));
    return signIn(reply, token).redirect(pageAfter(to, to && 'entrou'), 303);
  });

  serve(app, 'POST /customer/link', async ({ body: { email }, request, reply }) => {
    const store = await hostStore(request);
    await Promise.all([sendSignInLink(deps, store, email, request.ip), delay(LINK_MS)]);
    return done(request, reply, `${HOME}?enviado=1`);
  });

  serve(app, 'POST /customer/enter', async ({ body, request, reply }) => {
    const store = await hostStore(request);
    const token = await enterByLink(deps, store.id, body.token, request.ip);
    if (!token) throw new Refusal('token_invalid');
    return done(request, signIn(reply, token), HOME);
  });

  serve(app, 'POST /customer/wait', async ({ body: { email, product = null }, request, reply }) => {
    const store = await hostStore(request);
    await Promise.all([askToWait(deps, store, { email, product }, request.ip), delay(LINK_MS)]);
    return done(request, reply, waitingPage({ product }, { enviado: '1' }));
  });

  serve(app, 'POST /customer/wait/confirm', async ({ body: { token }, request, reply }) => {
    const store = await hostStore(request);
    await confirmWait(deps, store.id, token, request.ip);
    return done(request, reply, `/avise-me?token=${encodeURIComponent(token)}`);
  });

  serve(app, 'POST /customer/wait/end', async ({ body: { token }, request, reply }) => {
    const store = await hostStore(request);
    await endWait(deps, store.id, token, request.ip);
    return done(request, reply, '/avise-me?cancelado=1');
  });

  serve(app, 'POST /customer/logout', async ({ store, customer, request, reply }) => {
    await endCustomerSession(db, store.id, customer.sessionId);
    return done(request, reply.header('set-cookie', clearedCustomerCookie('session', https)), `${HOME}?saiu=1`);
  });

  serve(app, 'GET /customer/export', async ({ store, customer, reply }) => {
    await slowDown(db, [{ key: `customer-export:${customer.sessionId}`, limit: 10, seconds: 3600 }]);
    const data = await exportPurchases(db, store, customer);
    return reply
      .header('content-disposition', 'attachment; filename="meus-dados.json"')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(data, null, 2));
  });

  serve(app, 'POST /customer/erase', async ({ store, customer, request, reply }) => {
    await eraseCustomer(deps, store.id, customer);
    return done(request, reply.header('set-cookie', clearedCustomerCookie('session', https)), `${HOME}?apagado=1`);
  });
}

/** The page of "Avise-me" for the product that the form named, if it named one. */
function waitingPage(sent: unknown, then: { erro: string } | { enviado: '1' }): string {
  const { product } = (sent ?? {}) as { product?: unknown };
  return `/avise-me?${new URLSearchParams({ ...then, ...(typeof product === 'string' && isId(product) && { produto: product }) })}`;
}

/** Whether a page waits for the answer. Browsers say so for forms and links; programs that read JSON do not. */
function isBrowser(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}

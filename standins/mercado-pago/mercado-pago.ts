import { type Clock, createClock } from '../lib/clock.ts';
import { createFaults, installFaults } from '../lib/faults.ts';
import { createJournal, installJournal } from '../lib/journal.ts';
import { createApp, startServer } from '../lib/server.ts';
import { registerAccount } from './account-routes.ts';
import { registerCheckoutPages } from './checkout-pages.ts';
import { type Control, createControl } from './control.ts';
import { registerControl } from './control-routes.ts';
import { registerDeveloperPage } from './developer-page.ts';
import { ApiError, ControlError } from './errors.ts';
import { createLedger } from './ledger.ts';
import type { SellerInput } from './model.ts';
import { createNews } from './news.ts';
import { createNotices } from './notices.ts';
import { registerOrders } from './order-routes.ts';
import { registerPayments } from './payment-routes.ts';
import { registerPixPage } from './pix-page.ts';
import { registerPreferences } from './preference-routes.ts';
import { registerRefunds } from './refund-routes.ts';
import { createState, DEMO_SELLER } from './state.ts';

export interface MercadoPagoOptions {
  /** 0 (the default) takes a free one. */
  port?: number;
  /** Beginning of the links in answers; by default the address that it listens on. */
  publicUrl?: string;
  /** Default: one seller for the demo, `DEMO_SELLER`. */
  sellers?: SellerInput[];
  /** Shared with other stand-ins, so that one clock moves all of them. */
  clock?: Clock;
}

export interface MercadoPagoStandin {
  /** The product's `MERCADOPAGO_API_URL`, without a final slash. */
  url: string;
  close(): Promise<void>;
  control: Control;
}

const EXPIRY_LOOK_MS = 1000;

/** Starts the stand-in on 127.0.0.1. Rejects when the port is taken. */
export async function startMercadoPago(options: MercadoPagoOptions = {}): Promise<MercadoPagoStandin> {
  const clock = options.clock ?? createClock();
  const state = createState(clock, options.sellers ?? [DEMO_SELLER], {
    publicUrl: '',
    loopbackUrls: true,
    webhookTimeoutMs: 2200,
    webhookRetryMs: [500, 1000, 2000, 4000, 8000],
  });
  const notices = createNotices(state);
  const ledger = createLedger(state, createNews(state, notices));
  const journal = createJournal();
  const faults = createFaults(['stale-read', 'not-found-yet']);
  const control = createControl({ state, ledger, notices, journal, faults });

  const app = createApp();
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send(error.body);
    const status = error instanceof ControlError ? error.status : (error.statusCode ?? 500);
    return reply.code(status).send({ message: error.message, error: 'error', status, cause: [] });
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ message: 'resource not found', error: 'not_found', status: 404, cause: [] }),
  );
  installJournal(app, journal, clock);
  installFaults(app, faults);
  registerAccount(app, state);
  registerPayments(app, state, ledger);
  registerRefunds(app, state, ledger);
  registerPreferences(app, state);
  registerOrders(app, state, ledger);
  registerCheckoutPages(app, state, ledger);
  registerPixPage(app, state, ledger);
  registerControl(app, control);
  registerDeveloperPage(app, state, ledger, control);

  const stopListening = clock.onJump(ledger.expireDue);
  const looking = setInterval(ledger.expireDue, EXPIRY_LOOK_MS);
  looking.unref();
  const stop = async (): Promise<void> => {
    clearInterval(looking);
    stopListening();
    await notices.close();
  };
  try {
    const server = await startServer(app, options.port ?? 0);
    state.settings.publicUrl = (options.publicUrl ?? server.url).replace(/\/$/, '');
    return {
      url: server.url,
      control,
      async close() {
        await stop();
        await server.close();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticate } from './access.ts';
import { paymentsError } from './errors.ts';
import type { Preference, Seller } from './model.ts';
import { readPreference } from './preference-input.ts';
import type { State } from './state.ts';
import { type Fields, fieldsOf, formatDate, listOf, parseDate, snakeCaseKeys } from './values.ts';

/** Keeps an accepted body as a new preference. */
export function addPreference(state: State, seller: Seller, body: Fields, orderId: string | null = null): Preference {
  const now = state.clock.now();
  const preference: Preference = {
    id: `${seller.userId}-${randomUUID()}`,
    sellerId: seller.userId,
    body,
    createdAt: now,
    updatedAt: now,
    merchantOrderId: state.nextId(),
    orderId,
  };
  state.preferences.set(preference.id, preference);
  return preference;
}

/** Whether the link cannot be used now, because of its own time window or a cancelled order. */
export function isClosed(state: State, preference: Preference): boolean {
  const order = preference.orderId === null ? undefined : state.orders.get(preference.orderId);
  if (order && order.canceledAt !== null) return true;
  if (preference.body.expires !== true) return false;
  const now = state.clock.now();
  const from = parseDate(preference.body.expiration_date_from);
  const to = parseDate(preference.body.expiration_date_to);
  return (from !== null && now < from) || (to !== null && now >= to);
}

function checkoutUrl(state: State, preference: Preference): string {
  return `${state.settings.publicUrl}/checkout/v1/redirect?pref_id=${preference.id}`;
}

function view(state: State, preference: Preference): Fields {
  const { body } = preference;
  return {
    ...body,
    metadata: snakeCaseKeys(fieldsOf(body.metadata)),
    items: listOf(body.items).map((item) => ({
      id: '',
      category_id: '',
      description: '',
      currency_id: 'BRL',
      ...fieldsOf(item),
    })),
    auto_return: body.auto_return ?? '',
    expires: body.expires === true,
    expiration_date_from: body.expiration_date_from ?? null,
    expiration_date_to: body.expiration_date_to ?? null,
    date_of_expiration: body.date_of_expiration ?? null,
    external_reference: body.external_reference ?? '',
    id: preference.id,
    client_id: '1122334455667788',
    collector_id: preference.sellerId,
    date_created: formatDate(preference.createdAt),
    last_updated: formatDate(preference.updatedAt),
    operation_type: 'regular_payment',
    site_id: 'MLB',
    init_point: checkoutUrl(state, preference),
    sandbox_init_point: checkoutUrl(state, preference),
  };
}

function find(state: State, request: FastifyRequest, seller: Seller, id: string): Preference {
  const preference = state.preferences.get(id);
  if (!preference || preference.sellerId !== seller.userId || request.fault?.kind === 'not-found-yet') {
    throw paymentsError(404, null, 'preference_id not found');
  }
  return preference;
}

/** Checkout Pro (facts, section 3). Open to every kind of application. */
export function registerPreferences(app: FastifyInstance, state: State): void {
  app.post('/checkout/preferences', async (request, reply) => {
    const seller = authenticate(state, request);
    const preference = addPreference(state, seller, readPreference(state, seller, request.body));
    return reply.code(201).send(view(state, preference));
  });

  app.get('/checkout/preferences/search', async (request) => {
    const seller = authenticate(state, request);
    const { external_reference, limit, offset } = request.query as Record<string, string | undefined>;
    const from = Math.max(0, Number(offset ?? 0) || 0);
    const size = Math.min(100, Math.max(1, Number(limit ?? 30) || 30));
    const found = [...state.preferences.values()]
      .filter((preference) => preference.sellerId === seller.userId)
      .filter(
        (preference) => external_reference === undefined || preference.body.external_reference === external_reference,
      )
      .reverse();
    const elements = found.slice(from, from + size).map((preference) => {
      const {
        id,
        client_id,
        collector_id,
        date_created,
        expires,
        external_reference: reference,
        items,
      } = view(state, preference);
      const titles = listOf(items).map((item) => fieldsOf(item).title);
      return {
        id,
        client_id,
        collector_id,
        date_created,
        expires,
        external_reference: reference,
        items: titles,
        site_id: 'MLB',
      };
    });
    return { elements, next_offset: from + elements.length, total: found.length };
  });

  app.get<{ Params: { id: string } }>('/checkout/preferences/:id', async (request) =>
    view(state, find(state, request, authenticate(state, request), request.params.id)),
  );

  app.put<{ Params: { id: string } }>('/checkout/preferences/:id', async (request) => {
    const seller = authenticate(state, request);
    const preference = find(state, request, seller, request.params.id);
    preference.body = readPreference(state, seller, { ...preference.body, ...fieldsOf(request.body) });
    preference.updatedAt = state.clock.now();
    return view(state, preference);
  });

  app.put<{ Params: { id: string } }>('/checkout/preferences/:id/expire', async (request) => {
    const preference = find(state, request, authenticate(state, request), request.params.id);
    const now = state.clock.now();
    preference.body = { ...preference.body, expires: true, expiration_date_to: formatDate(now) };
    preference.updatedAt = now;
    return view(state, preference);
  });
}

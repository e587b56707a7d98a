/**
 * What outside systems send us, for the description of the API: these addresses are no calls of the table, because a
 * provider writes their bodies. Each handler reads only what it names.
 */

const done = { type: 'object', required: ['success'], properties: { success: { const: true } } };
const answered = (description: string, schema: object = done) => ({
  '200': { description, content: { 'application/json': { schema } } },
  '4XX': {
    description: 'Refused; `code` says why.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  },
});

/** A notice only tells which payment to look at. Nothing else in it is believed: the payment is read again at the provider. */
const notice = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    action: { type: 'string' },
    data: { type: 'object', properties: { id: { type: ['string', 'number'] } } },
  },
};

export const webhooks = {
  paymentNotice: {
    post: {
      operationId: 'receivePaymentNotice',
      tags: ['webhooks'],
      summary: 'Mercado Pago tells at /webhooks/mercadopago/{storeId}/{key} that a payment of a store changed.',
      security: [],
      requestBody: { content: { 'application/json': { schema: notice } } },
      responses: answered('Taken, whatever it says.'),
    },
  },
  planPaymentNotice: {
    post: {
      operationId: 'receivePlanPaymentNotice',
      tags: ['webhooks'],
      summary: 'Mercado Pago tells at /webhooks/mercadopago/plan/{reference} that the payment of a plan changed.',
      security: [],
      requestBody: { content: { 'application/json': { schema: {} } } },
      responses: answered('Taken; the address alone says what to look at.'),
    },
  },
  discordInteraction: {
    post: {
      operationId: 'receiveDiscordInteraction',
      tags: ['webhooks'],
      summary: 'Discord sends a command at /discord/interactions, signed with Ed25519.',
      security: [{ discord: [] }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', required: ['type'], properties: { type: { type: 'integer' } } },
          },
        },
      },
      responses: answered('The answer that Discord shows.', {
        type: 'object',
        required: ['type'],
        properties: { type: { type: 'integer' }, data: { type: 'object' } },
      }),
    },
  },
};

export const webhookSecurity = {
  discord: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature-Ed25519',
    description: "Discord's signature over `X-Signature-Timestamp` and the body.",
  },
} as const;

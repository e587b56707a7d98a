import { Done } from '../common.ts';
import {
  RehearsalAnswer,
  RehearsalEnd,
  RehearsalLook,
  RehearsalRunAnswer,
  RehearsalStart,
  RehearsalStarted,
  Rehearse,
} from '../rehearsals.ts';
import { call } from './call.ts';
import { orderRefusals } from './checkout.ts';
import { deliveryExample, orderExample } from './order-example.ts';

const done = { success: true };
const subdomain = 'cidadealta';
const productId = '06h0dkk4a1cn';
const discordId = '123456789012345678';

const run = {
  id: orderExample._id,
  number: orderExample.number,
  product: 'VIP Ouro',
  productId,
  player: '57',
  discordId,
  startedAt: '2026-11-23T12:00:00.000Z',
  endsAt: '2026-11-23T13:00:00.000Z',
  endedAt: null,
  steps: [{ delivery: { ...deliveryExample, rehearsal: true }, atEnd: 'taken', back: null }],
} as const;

/** Rehearsals of a purchase: the look, which sends nothing, and the run, which is undone. */
export const rehearsals = {
  'POST /products/rehearse': call({
    id: 'rehearsePurchase',
    access: 'catalog.edit',
    says: 'Says step by step what a purchase would do now and what stands against it, and changes nothing.',
    body: Rehearse,
    answer: RehearsalAnswer,
    refusals: ['product_not_found', 'identity_required', 'rate_limited'],
    example: {
      body: { subdomain, id: productId, clientId: 57 },
      answer: {
        ...done,
        steps: [
          {
            text: 'Adicionar ao grupo vip',
            state: 'fails',
            cause: 'name_missing',
            remedy: 'O grupo “vip” não existe na cidade.',
            line: null,
            place: 'product',
            atEnd: 'taken',
          },
        ],
      },
    },
  }),
  'POST /rehearsals/start': call({
    id: 'startRehearsal',
    access: 'orders.give',
    proven: true,
    says: 'Gives one unit of a product to a player by the real chain, as an order that is no sale and is undone later.',
    body: RehearsalStart,
    answer: RehearsalStarted,
    refusals: ['product_not_found', 'rehearsal_live', 'rate_limited', ...orderRefusals],
    example: {
      body: { subdomain, id: productId, clientId: 57, discordId },
      answer: { ...done, rehearsal: run },
    },
  }),
  'POST /rehearsals': call({
    id: 'readRehearsal',
    access: 'orders.give',
    says: 'Tells of the rehearsal that is under way, or of one that ran: each step with its values, the answer and what was undone.',
    body: RehearsalLook,
    answer: RehearsalRunAnswer,
    refusals: ['order_not_found'],
    example: { body: { subdomain }, answer: { ...done, rehearsal: run } },
  }),
  'POST /rehearsals/end': call({
    id: 'endRehearsal',
    access: 'orders.give',
    says: 'Undoes a rehearsal as a refund of the whole order would; an ended one stays as it is.',
    body: RehearsalEnd,
    answer: Done,
    refusals: ['order_not_found'],
    example: { body: { subdomain, id: orderExample._id }, answer: done },
  }),
};

import { BuyerAnswer, BuyerBlock, BuyerTarget, RightExtend, RightRevoke } from '../buyers.ts';
import { Done } from '../common.ts';
import { call } from './call.ts';
import { orderExample } from './order-example.ts';

const done = { success: true };
const target = { subdomain: 'cidadealta', kind: 'city_id', value: '57' } as const;

/** One buyer of a store, for its people. */
export const buyers = {
  'POST /buyers/details': call({
    id: 'readBuyer',
    access: 'orders.read',
    says: 'Reads what the orders with an id or e-mail say of their buyer: purchases, money, rights and notes.',
    body: BuyerTarget,
    answer: BuyerAnswer,
    refusals: ['buyer_not_found'],
    example: {
      body: target,
      answer: {
        ...done,
        buyer: { kind: 'city_id', value: '57' },
        names: ['João Silva'],
        others: [{ kind: 'discord_id', value: '123456789012345678' }],
        since: orderExample.date,
        sums: { orders: 3, completed: 2, spent: 59.8, refunded: 0 },
        benefits: [
          {
            id: '06h0dkr9d3gw',
            product: 'VIP Ouro',
            gives: ['Grupo vip_ouro na cidade'],
            player: { kind: 'city_id', value: '57' },
            state: 'live',
            endsAt: '2026-12-23T12:00:00.000Z',
            orderId: orderExample._id,
            orderNumber: orderExample.number,
          },
        ],
        orders: [orderExample],
        notes: [
          {
            id: '06h0dks1b2cd',
            at: orderExample.date,
            author: 'Ana Souza',
            text: 'Pediu a placa por mensagem.',
            orderId: orderExample._id,
            orderNumber: orderExample.number,
          },
        ],
        block: null,
      },
    },
  }),
  'POST /buyers/rights/extend': call({
    id: 'extendRight',
    access: 'orders.give',
    says: 'Gives what one item of a purchase still gives some days more.',
    body: RightExtend,
    answer: Done,
    refusals: ['right_not_found', 'right_not_extendable'],
    example: {
      body: { subdomain: 'cidadealta', id: '06h0dkr9d3gw', days: 7, reason: 'A cidade ficou fora do ar' },
      answer: done,
    },
  }),
  'POST /buyers/rights/revoke': call({
    id: 'revokeRight',
    access: 'orders.refund',
    says: 'Takes back what one item of a purchase still gives, without a refund.',
    body: RightRevoke,
    answer: Done,
    refusals: ['right_not_found', 'right_not_revocable'],
    example: {
      body: { subdomain: 'cidadealta', id: '06h0dkr9d3gw', reason: 'Usou um programa proibido' },
      answer: done,
    },
  }),
  'POST /buyers/block': call({
    id: 'blockBuyer',
    access: 'buyers.block',
    says: 'Lets nobody buy with this id or e-mail any more; what is bought already stays.',
    body: BuyerBlock,
    answer: Done,
    refusals: ['buyer_not_found'],
    example: { body: { ...target, reason: 'Contestou três compras' }, answer: done },
  }),
  'POST /buyers/unblock': call({
    id: 'unblockBuyer',
    access: 'buyers.block',
    says: 'Lets this id or e-mail buy again.',
    body: BuyerTarget,
    answer: Done,
    refusals: ['buyer_not_found'],
    example: { body: target, answer: done },
  }),
};

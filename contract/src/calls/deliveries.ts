import { oneOf } from '../action-lists.ts';
import { Done, StoreScope } from '../common.ts';
import {
  DeliveryCancel,
  DeliveryCancelMany,
  DeliveryEdit,
  DeliveryEditForm,
  DeliveryExport,
  DeliveryList,
  DeliveryMark,
  DeliveryMove,
  DeliveryResend,
  DeliveryRetarget,
} from '../deliveries.ts';
import {
  DeliveryCancelManyAnswer,
  DeliveryChoicesAnswer,
  DeliveryEditFormAnswer,
  DeliveryListAnswer,
} from '../order-answers.ts';
import { RenewAnswer, RenewPreviewAnswer, RenewSend, RenewTarget } from '../renewals.ts';
import { call } from './call.ts';
import { debtExample, deliveryExample, reversalExample } from './order-example.ts';
import { unfitActions } from './products.ts';

const done = { success: true };
const subdomain = 'cidadealta';
const renewalExample = {
  id: deliveryExample.id,
  product: 'VIP Ouro',
  orderNumber: 1042,
  player: '57',
  before: 'Adicionar ao grupo vipouro',
  after: 'Adicionar ao grupo vip_ouro',
  left: null,
  problem: null,
} as const;

/** The repair desk. */
export const deliveries = {
  'POST /deliveries': call({
    id: 'listDeliveries',
    access: 'orders.read',
    says: 'Lists the deliveries of a store, newest first, or all of one order.',
    body: DeliveryList,
    answer: DeliveryListAnswer,
    refusals: [],
    example: {
      body: { subdomain, state: 'succeeded', limit: 50 },
      answer: { ...done, deliveries: [deliveryExample, reversalExample, debtExample], nextCursor: null },
    },
  }),
  'POST /deliveries/choices': call({
    id: 'listDeliveryChoices',
    access: 'orders.read',
    says: 'Names the products and game servers by which deliveries can be filtered.',
    body: StoreScope,
    answer: DeliveryChoicesAnswer,
    refusals: [],
    example: {
      body: { subdomain },
      answer: {
        ...done,
        products: [{ id: '06h0dkk4a1cn', name: 'VIP Ouro' }],
        servers: [{ id: '06h0dkm2c5bz', name: 'Servidor principal' }],
      },
    },
  }),
  'POST /deliveries/export': call({
    id: 'exportDeliveries',
    access: 'orders.read',
    says: 'Downloads the deliveries of a store as CSV.',
    body: DeliveryExport,
    file: ['text/csv'],
    refusals: ['rate_limited'],
    example: { body: { subdomain, state: 'failed' } },
  }),
  'POST /deliveries/resend': call({
    id: 'resendDeliveries',
    access: 'deliveries.repair',
    says: 'Queues deliveries again that failed, are uncertain or wait.',
    body: DeliveryResend,
    answer: Done,
    refusals: ['delivery_not_found', 'delivery_not_resendable'],
    example: { body: { subdomain, ids: [deliveryExample.id] }, answer: done },
  }),
  'POST /deliveries/mark': call({
    id: 'markDelivered',
    access: 'deliveries.repair',
    says: 'Records that a person saw the delivery arrive, or that money still owed was paid back.',
    body: DeliveryMark,
    answer: Done,
    refusals: ['delivery_not_found', 'delivery_not_markable'],
    example: { body: { subdomain, id: deliveryExample.id, note: 'Conferido na cidade' }, answer: done },
  }),
  'POST /deliveries/cancel': call({
    id: 'cancelDelivery',
    access: 'deliveries.repair',
    says: 'Stops a delivery, and what was scheduled to undo it; lets money go that is still owed.',
    body: DeliveryCancel,
    answer: Done,
    refusals: ['delivery_not_found', 'delivery_not_cancellable'],
    example: { body: { subdomain, id: deliveryExample.id, note: 'O jogador desistiu' }, answer: done },
  }),
  'POST /deliveries/cancel/many': call({
    id: 'cancelDeliveries',
    access: 'deliveries.repair',
    says: 'Stops several deliveries, and says which were left out.',
    body: DeliveryCancelMany,
    answer: DeliveryCancelManyAnswer,
    refusals: ['delivery_not_found'],
    example: {
      body: { subdomain, ids: [deliveryExample.id], note: 'Produto errado' },
      answer: { ...done, cancelled: 1, asked: 0, left: [{ state: 'succeeded', count: 2 }] },
    },
  }),
  'POST /deliveries/renew/preview': call({
    id: 'previewRenewal',
    access: 'deliveries.repair',
    says: 'Tells what deliveries that did not arrive would do as their products say today, and changes nothing.',
    body: RenewTarget,
    answer: RenewPreviewAnswer,
    refusals: ['delivery_not_found'],
    example: {
      body: { subdomain, ids: [deliveryExample.id] },
      answer: { ...done, changes: [renewalExample] },
    },
  }),
  'POST /deliveries/renew': call({
    id: 'renewDeliveries',
    access: 'deliveries.repair',
    says: 'Sends deliveries that did not arrive as their products say today, and says which were left out.',
    body: RenewSend,
    answer: RenewAnswer,
    refusals: ['delivery_not_found', 'delivery_not_editable', 'renewal_changed'],
    example: {
      body: { subdomain, changes: [{ id: deliveryExample.id, after: renewalExample.after }] },
      answer: { ...done, sent: 1, left: [{ reason: 'same', count: 1 }] },
    },
  }),
  'POST /deliveries/edit/form': call({
    id: 'readDeliveryAction',
    access: 'orders.give',
    says: 'Reads the action of one delivery as it can be corrected.',
    body: DeliveryEditForm,
    answer: DeliveryEditFormAnswer,
    refusals: ['delivery_not_found', 'delivery_not_editable'],
    example: {
      body: { subdomain, id: deliveryExample.id },
      answer: {
        ...done,
        ...oneOf({ target: 'fivem', type: 'add_group', executionTiming: 'on_confirmation', groupName: 'vip' }),
        productId: '06h0dkk4a1cn',
        options: [],
      },
    },
  }),
  'POST /deliveries/edit': call({
    id: 'editDelivery',
    access: 'orders.give',
    says: 'Sends one delivery that did not arrive with corrected arguments, and its right follows.',
    body: DeliveryEdit,
    answer: Done,
    refusals: [
      'delivery_not_found',
      'delivery_not_editable',
      'delivery_action_differs',
      'server_not_found',
      ...unfitActions,
    ],
    example: {
      body: {
        subdomain,
        id: deliveryExample.id,
        fiveMAction: { type: 'add_group', executionTiming: 'on_confirmation', groupName: 'vip_ouro' },
        reason: 'O nome do grupo estava errado',
      },
      answer: done,
    },
  }),
  'POST /deliveries/move': call({
    id: 'moveDeliveries',
    access: 'deliveries.repair',
    says: 'Sends deliveries of a removed game server to another server of the store.',
    body: DeliveryMove,
    answer: Done,
    refusals: [
      'delivery_not_found',
      'delivery_not_movable',
      'delivery_there_already',
      'server_not_found',
      ...unfitActions,
    ],
    example: {
      body: { subdomain, ids: [deliveryExample.id], serverId: '06h0dkm2c5bz', reason: 'A cidade mudou de servidor' },
      answer: done,
    },
  }),
  'POST /deliveries/retarget': call({
    id: 'retargetOrder',
    access: 'deliveries.repair',
    says: "Corrects the buyer's ids of an order for what is not delivered yet.",
    body: DeliveryRetarget,
    answer: Done,
    refusals: ['order_not_found'],
    example: { body: { subdomain, orderId: deliveryExample.orderId, clientId: 58 }, answer: done },
  }),
};

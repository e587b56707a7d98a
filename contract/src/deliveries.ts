import { z } from 'zod';
import { snowflakePattern } from './actions.ts';
import { id, requiredText, subdomain, text } from './common.ts';
import { identities } from './identity-input.ts';
import { limits } from './limits.ts';
import { deliveryStates } from './orders.ts';
import { deliveryFilter } from './resends.ts';
import { sentOne } from './targets/schemas.ts';

/** The repair desk: deliveries of a store and what a person may do with one. */

/** POST /v1/deliveries: deliveries[], states in English. */
export const DeliveryList = z.object({
  subdomain: subdomain.optional(),
  orderId: id.optional(),
  /** Only deliveries of these orders. A list on a screen names the orders that changed, and reads them again. */
  orders: z.array(id).max(100).optional(),
  /** Only deliveries in this state. The repair desk asks for failed and uncertain ones. */
  state: z.enum(deliveryStates).optional(),
  ...deliveryFilter,
  cursor: z.string().max(200).optional(),
  limit: z.number().int().min(1).max(limits.listDefault).optional(),
});

/** POST /v1/deliveries/export: those of the list, without pages. */
export const DeliveryExport = DeliveryList.pick({
  subdomain: true,
  state: true,
  from: true,
  until: true,
  productId: true,
  serverId: true,
  player: true,
  search: true,
});

/** POST /v1/deliveries/resend: queues failed, uncertain or waiting deliveries again, as a new attempt. */
export const DeliveryResend = z.object({ subdomain: subdomain.optional(), ids: z.array(id).min(1).max(100) });
/** POST /v1/deliveries/mark: a person saw that the goods arrived, or that money still owed was paid back. */
export const DeliveryMark = z.object({ subdomain: subdomain.optional(), id, note: text(300).optional() });
/** POST /v1/deliveries/cancel: for a finished delivery, the store gives up the money that is still owed. */
export const DeliveryCancel = z.object({ subdomain: subdomain.optional(), id, note: text(300).optional() });
/** POST /v1/deliveries/cancel/many: what a person chose from the list. */
export const DeliveryCancelMany = z.object({
  subdomain: subdomain.optional(),
  ids: z.array(id).min(1).max(100),
  note: text(300).optional(),
});
/** POST /v1/deliveries/retarget: corrects the buyer's ids of an order, for deliveries that are not made yet. */
export const DeliveryRetarget = z.object({
  subdomain: subdomain.optional(),
  orderId: id,
  clientId: z.number().int().min(1).max(limits.cityIdMax).optional(),
  identities: identities.optional(),
  discordId: z.string().trim().regex(snowflakePattern, 'O ID do Discord deve ter de 17 a 20 números.').optional(),
});

const reason = requiredText(limits.resendReasonMax, 'Informe o motivo.');

/** POST /v1/deliveries/edit/form */
export const DeliveryEditForm = z.object({ subdomain: subdomain.optional(), id });
/**
 * POST /v1/deliveries/edit: sends one delivery with corrected arguments. The action has the delivery's own type; its amount
 * is what this delivery gives. Timing and server of the action stay as they are.
 */
export const DeliveryEdit = DeliveryEditForm.extend({
  ...sentOne,
  reason,
});
/** POST /v1/deliveries/move: sends deliveries of a removed game server to another one. */
export const DeliveryMove = z.object({
  subdomain: subdomain.optional(),
  ids: z.array(id).min(1).max(100),
  serverId: id,
  reason,
});

import { z } from 'zod';
import { storeIdOf } from '../../../http/store.ts';
import type { Attach } from '../../mail/email.ts';
import { makeReceipt } from './make-receipt.ts';

const OfOrder = z.object({ reference: z.string() });

/** The PDF that goes with a receipt's mail. Drawn by the worker when the mail is sent, so it says how the order stands then. */
export const attachReceipt: Attach = async (deps, { kind, storeId, data }) => {
  if (kind !== 'receipt' && kind !== 'free_receipt') return [];
  const known = OfOrder.safeParse(data);
  if (!known.success || storeId === null) return [];
  const made = await makeReceipt(deps, known.data.reference, 'whole', storeIdOf({ store_id: storeId }));
  if (!made) return [];
  return [{ filename: `comprovante-${made.order.number}.pdf`, contentType: 'application/pdf', content: made.pdf }];
};

import type { OrderWithdrawAnswer, PublicOrder } from '@vitrine/contract/orders';
import { type RawBuilder, sql } from 'kysely';

/** Where a withdrawal by CDC, article 49, stands on an order that is still completed. */
type Standing = NonNullable<PublicOrder['withdrawal']>['result'];

/** What the buyer reads: at once, in the mail, and on the order's page. */
export const withdrawalTexts: Record<OrderWithdrawAnswer['result'], string> = {
  refunded: 'Sua desistência foi registrada e o valor foi devolvido. O prazo para aparecer depende do seu banco.',
  refunding: 'Sua desistência foi registrada e nada será entregue. O valor está sendo devolvido.',
  refused:
    'Sua desistência está registrada e nada será entregue, mas o Mercado Pago recusou devolver o valor. A loja foi avisada e precisa resolver; você também pode pedir a devolução de novo.',
  requested: 'Recebemos seu pedido de desistência. A loja foi avisada e responderá pelo contato dela.',
};

const isNoted = (reason: 'withdrawn' | 'withdrawal_requested') => sql`exists (
  select from order_history h
   where h.store_id = "order".store_id and h.order_id = "order".id and h.reason = ${sql.lit(reason)})`;

/** In SQL, for an order: where its withdrawal stands. Null without one, and once the order is cancelled. */
export const withdrawalStanding: RawBuilder<Standing | null> = sql`(case
  when "order".status <> 'completed' then null
  when ${isNoted('withdrawn')} then case when exists (
      select from refund r join payment p on p.store_id = r.store_id and p.id = r.payment_id
       where p.store_id = "order".store_id and p.order_id = "order".id
         and r.reason in ('customer', 'owner') and r.status in ('requested', 'in_process', 'approved')
    ) then 'refunding' else 'refused' end
  when ${isNoted('withdrawal_requested')} then 'requested'
end)`;

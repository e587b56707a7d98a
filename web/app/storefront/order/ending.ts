import { formatDateTime } from '@vitrine/contract/dates';
import { formatReais } from '@vitrine/contract/money';
import type { DeliveryState, PublicDelivery, PublicOrder } from '@vitrine/contract/orders';
import { deliveriesByItem } from './timeline.ts';

/** Pure: what a cancelled order says. Every sentence follows from what happened, so that none contradicts another. */

type Ended = Pick<PublicOrder, 'deliveries' | 'name' | 'paid'>;

/** Whether all that was paid went back. */
const isReturned = (paid: PublicOrder['paid']) => paid !== null && paid.returned >= paid.value;

/**
 * Whether it is sure that nothing arrived: Vitrine delivers every item, and no delivery can have reached the player. Goods that the
 * store hands over itself leave no trace here.
 */
const gaveNothing = (order: Ended) =>
  deliveriesByItem(order).every(
    ({ now }) => now.length > 0 && now.every(({ state }) => state === 'failed' || state === 'cancelled'),
  );

/** Title and first sentence of a cancelled order. */
export function endedHeadline(order: Ended): { title: string; text: string } {
  const { paid, deliveries } = order;
  if (!paid) {
    const nothing = deliveries.length === 0 || gaveNothing(order);
    return {
      title: 'Pedido cancelado',
      text: nothing ? 'Sem o pagamento, nada é entregue.' : 'Veja abaixo o que aconteceu.',
    };
  }
  const title = paid.contested ? 'Pagamento contestado' : isReturned(paid) ? 'Compra devolvida' : 'Pedido cancelado';
  return { title, text: `${moneyText(paid)}${gaveNothing(order) ? ' Nada foi entregue.' : ''}` };
}

type Paid = NonNullable<PublicOrder['paid']>;

/** How much went back, and when. */
export function moneyBackText({ returned, returnedAt }: Pick<Paid, 'returned' | 'returnedAt'>): string {
  return `${formatReais(returned)} voltaram para quem pagou${returnedAt ? ` em ${formatDateTime(returnedAt)}` : ''}.`;
}

/** Where the money of a cancelled order is. */
function moneyText(paid: Paid): string {
  const when = paid.returnedAt ? ` em ${formatDateTime(paid.returnedAt)}` : '';
  if (paid.contested) return `O banco devolveu ${formatReais(paid.returned)} a quem pagou${when}.`;
  if (isReturned(paid)) return `${moneyBackText(paid)} O prazo para aparecer depende do banco.`;
  const left = formatReais(paid.value - paid.returned);
  return paid.returned > 0
    ? `${moneyBackText(paid)} Faltam ${left}.`
    : `O valor de ${left} está sendo devolvido a quem pagou.`;
}

const dated = (text: string, { finishedAt }: PublicDelivery) =>
  finishedAt ? `${text} (${formatDateTime(finishedAt)})` : text;

/** One row of the account: what it is about, each thing of it, and what the buyer can do. */
export interface AccountRow {
  label: string;
  things: { id: string; text: string }[];
  advice?: string;
}

/** What was paid, delivered, taken back and returned, and when. Rows without anything are left out. */
export function accountOf(order: Ended): AccountRow[] {
  const { paid, deliveries } = order;
  const own = deliveries.filter(({ phase }) => phase === 'confirmation');
  // Goods that expired before the end were taken away too. An expiration that had not come yet is replaced by the reversal.
  const back = deliveries.filter(
    ({ phase, state }) => phase === 'reversal' || (phase === 'expiration' && state === 'succeeded'),
  );
  const among = (list: PublicDelivery[], ...states: DeliveryState[]) =>
    list.filter(({ state }) => states.includes(state));
  const named = (delivery: PublicDelivery) => `${delivery.product}: ${delivery.text}`;
  const told = (delivery: PublicDelivery) => delivery.aftermath?.text ?? named(delivery);
  const things = (list: PublicDelivery[], text: (one: PublicDelivery) => string) =>
    list.map((one) => ({ id: one.id, text: text(one) }));
  const money = (value: number, at: string) => [
    { id: 'money', text: `${formatReais(value)} em ${formatDateTime(at)}` },
  ];
  // Before a payment nothing is handed over, so an unpaid order asks nobody about it.
  const byHand = paid ? deliveriesByItem(order).filter(({ now }) => now.length === 0) : [];
  const rows: AccountRow[] = [
    { label: 'Pago', things: paid ? money(paid.value, paid.at) : [] },
    {
      label: 'Entregue',
      things: things(
        among(own, 'succeeded').filter(({ unconfirmed }) => !unconfirmed),
        (one) => dated(named(one), one),
      ),
    },
    {
      label: 'Recebido pelo servidor',
      things: things(
        own.filter(({ unconfirmed }) => unconfirmed),
        (one) => dated(named(one), one),
      ),
      advice: 'Ele não confirma o efeito dos comandos.',
    },
    {
      label: 'Não sabemos se chegou',
      things: things(among(own, 'uncertain'), named),
      advice: 'Confira no jogo ou no Discord, e diga à loja o que encontrou.',
    },
    {
      label: 'Enviado, ainda sem resposta',
      things: things(among(own, 'sent'), named),
      advice: 'Esta página muda sozinha quando a resposta chegar.',
    },
    { label: 'Não entregue', things: things(among(own, 'failed', 'cancelled', 'queued', 'scheduled'), named) },
    {
      label: 'Entregue pela própria loja',
      things: byHand.map(({ product }) => ({ id: product, text: product })),
      advice: 'Aqui não fica registro: a loja sabe se entregou.',
    },
    { label: 'Retirado', things: things(among(back, 'succeeded'), (one) => dated(told(one), one)) },
    {
      label: 'Fica com o jogador',
      things: things([...own.filter(({ aftermath }) => aftermath), ...among(back, 'cancelled')], told),
    },
    {
      label: 'Não sabemos se foi retirado',
      things: things(among(back, 'uncertain'), named),
      advice: 'A loja foi avisada e confere.',
    },
    { label: 'Falta retirar', things: things(among(back, 'failed', 'queued', 'scheduled', 'sent'), named) },
    { label: 'Devolvido', things: paid?.returnedAt ? money(paid.returned, paid.returnedAt) : [] },
  ];
  return rows.filter((row) => row.things.length > 0);
}

import { addressOf } from '@vitrine/contract/calls/address';
import { formatDateTime } from '@vitrine/contract/dates';
import { formatReais } from '@vitrine/contract/money';
import { optionsLine } from '@vitrine/contract/option-words';
import type { PublicOrder } from '@vitrine/contract/orders';
import type { StorefrontStore } from '@vitrine/contract/pages';
import { Download } from 'lucide-react';
import { NextSteps } from '../shop/contact.tsx';
import { BoughtFor } from './bought-for.tsx';
import { DeliveryTimeline } from './delivery-timeline.tsx';
import { accountOf, endedHeadline, moneyBackText } from './ending.ts';
import { handoverTexts, paidLateText } from './handover.ts';
import { KeptNote } from './kept-note.tsx';
import { liveOrder } from './live-order.ts';
import { PayOtherwise } from './pay-otherwise.tsx';
import { hasEnd, itemText, returnedText } from './timeline.ts';
import { Withdraw } from './withdraw.tsx';

/**
 * Title and text of an order. An unknown status shows as pending (SPEC.md section 4). A refused or examined payment
 * and a refund under way have their own words.
 */
function headlineOf(order: PublicOrder): { title: string; text: string } {
  const { status, payment, withdrawal } = order;
  if (status === 'cancelled') return endedHeadline(order);
  if (status === 'completed' && withdrawal?.result === 'refunding') {
    return { title: 'Desistência recebida', text: 'Esta página muda sozinha assim que a devolução terminar.' };
  }
  if (status === 'pending' && payment?.status === 'rejected') {
    return {
      title: 'Pagamento recusado',
      text: 'Nada foi cobrado. Tente de novo ou escolha outra forma de pagamento.',
    };
  }
  if (status === 'pending' && payment?.status === 'in_process') {
    return {
      title: 'Pagamento em análise',
      text: 'O Mercado Pago está conferindo o pagamento. Pode levar algumas horas.',
    };
  }
  const { paid, pending } = handoverTexts[order.handover];
  return status === 'completed'
    ? { title: 'Compra realizada com sucesso!', text: paid }
    : { title: 'Aguardando o pagamento', text: pending };
}

interface OrderViewProps {
  order: PublicOrder;
  now: string;
  festive: boolean;
  store: StorefrontStore;
}

/** An order as its buyer sees it, live, for success page and order page. `festive` adds the confetti. */
export function OrderView({ order, now, festive, store }: OrderViewProps) {
  const completed = order.status === 'completed';
  const cancelled = order.status === 'cancelled';
  const paid = completed || (cancelled && order.paid !== null);
  const { title, text } = headlineOf(order);
  const reference = encodeURIComponent(order.external_reference);
  return (
    <div
      {...liveOrder({
        order,
        events: addressOf('GET /order/:external_reference/events', { external_reference: order.external_reference }),
        now,
        festive,
      })}
      className="mx-auto grid max-w-4xl gap-4 px-4 py-8 md:px-6 md:py-12 lg:grid-cols-[3fr_2fr] lg:items-start"
    >
      <KeptNote now={now} />
      <div className="text-center lg:col-span-2">
        <Seal status={order.status} />
        <div role="status">
          <h1 tabIndex={-1} className="mt-4 text-display font-bold tracking-tight text-balance md:text-hero">
            {title}
          </h1>
          <p className="mx-auto mt-2 max-w-prose text-balance text-muted">{text}</p>
          {order.note ? <p className="mt-2 font-medium text-warn">{order.note}</p> : null}
          {completed && order.paid && order.paid.returned > 0 ? (
            <p className="mx-auto mt-2 max-w-prose font-medium text-balance">
              {moneyBackText(order.paid)} O que não foi devolvido continua valendo.
            </p>
          ) : null}
        </div>
        <p className="figures mt-3 text-small text-muted">
          Pedido <strong className="text-text">#{order.number}</strong> · {formatDateTime(order.date)}
        </p>
      </div>

      {cancelled && (order.paid || order.deliveries.length > 0) ? (
        <Account order={order} store={store} />
      ) : completed || order.deliveries.length > 0 ? (
        <DeliveryTimeline
          order={order}
          calendar={hasEnd(order) ? addressOf('GET /order/:reference/calendar', { reference }) : undefined}
        >
          <NextSteps store={store} order={order} />
        </DeliveryTimeline>
      ) : (
        <PendingBox order={order} store={store} />
      )}

      <section aria-labelledby="itens" className="card p-5">
        <h2 id="itens" className="text-title font-semibold">
          Resumo
        </h2>
        <ul className="figures mt-3 divide-y divide-line">
          {order.name.map((item) => (
            <li key={item._id} className="flex justify-between gap-4 py-2 max-[14rem]:flex-wrap">
              <span className="min-w-0">
                {itemText(item)}
                {item.options.length > 0 ? (
                  <span className="block text-small break-words text-muted">{optionsLine(item.options)}</span>
                ) : null}
                {item.returned > 0 ? <span className="block text-small text-muted">{returnedText(item)}</span> : null}
              </span>
              <span className="shrink-0">{formatReais(item.value)}</span>
            </li>
          ))}
          {order.discount > 0 ? (
            <li className="flex justify-between gap-4 py-2 max-[14rem]:flex-wrap text-ok">
              <span>Desconto{order.coupon ? ` (${order.coupon})` : ''}</span>
              <span className="shrink-0">−{formatReais(order.discount)}</span>
            </li>
          ) : null}
          <li className="flex flex-wrap justify-between gap-x-4 pt-3 text-title font-bold">
            <span>{paid ? 'Total pago' : 'Total'}</span>
            <span className="shrink-0 max-[14rem]:shrink">{formatReais(order.finalvalue)}</span>
          </li>
          {completed && order.paid && order.paid.returned > 0 ? (
            <li className="flex justify-between gap-4 pt-3">
              <span>Devolvido</span>
              <span className="shrink-0">{formatReais(order.paid.returned)}</span>
            </li>
          ) : null}
        </ul>
        <BoughtFor order={order} />
        <div className="mt-5 grid gap-3">
          {paid ? (
            <a href={addressOf('GET /order/:reference/receipt', { reference })} className="btn btn-secondary">
              <Download className="size-5" aria-hidden="true" />
              Baixar comprovante
            </a>
          ) : null}
          <a href="/" className={`btn ${completed ? 'btn-primary' : 'btn-secondary'}`}>
            Voltar para a loja
          </a>
        </div>
        <p className="screen-only mt-4 text-small text-muted">
          Para voltar a este pedido depois, guarde este link:{' '}
          <a href={`/pedido/${reference}`} className="prose-link">
            acompanhar o pedido
          </a>
        </p>
        <p className="mt-4 hidden text-small print:block">
          Este pedido na loja: {order.store.url}/pedido/{reference}
        </p>
        <Withdraw order={order} />
      </section>
    </div>
  );
}

/** What a cancelled order shows instead of the timeline: what happened, each thing once, with its time. */
function Account({ order, store }: Pick<OrderViewProps, 'order' | 'store'>) {
  return (
    <section aria-labelledby="conta" className="card min-w-0 p-5">
      <h2 id="conta" className="text-title font-semibold">
        O que aconteceu
      </h2>
      <dl className="mt-3 grid gap-4">
        {accountOf(order).map(({ label, things, advice }) => (
          <div key={label}>
            <dt className="text-small text-muted">{label}</dt>
            {things.map(({ id, text }) => (
              <dd key={id} className="mt-0.5 text-pretty">
                {text}
              </dd>
            ))}
            {advice ? <dd className="mt-0.5 text-small font-medium text-warn">{advice}</dd> : null}
          </div>
        ))}
      </dl>
      <NextSteps store={store} order={order} />
    </section>
  );
}

/** What an unpaid or cancelled order shows instead of the timeline. */
function PendingBox({ order, store }: Pick<OrderViewProps, 'order' | 'store'>) {
  const reference = encodeURIComponent(order.external_reference);
  const cancelled = order.status === 'cancelled';
  // The headline already says what happened to the payment, so this box only says how to continue.
  const told = order.payment?.status === 'rejected' || order.payment?.status === 'in_process';
  const payAt = order.paymentMethod === 'pix' ? `/checkout/pix/${reference}` : (order.payment?.payUrl ?? null);
  return (
    <section className="card p-5" aria-labelledby="pagar">
      <h2 id="pagar" className="text-title font-semibold">
        {cancelled ? 'Quer tentar de novo?' : told ? 'Como continuar' : 'Ainda não pagou?'}
      </h2>
      <p className="mt-2 text-muted text-pretty">
        {cancelled
          ? paidLateText
          : told
            ? 'Se nada mudar até o prazo do pedido, ele é cancelado sozinho.'
            : 'Se você já pagou, é só esperar: a confirmação costuma levar alguns segundos.'}
      </p>
      {cancelled ? (
        <a href={`/buy?order=${reference}`} className="btn btn-primary mt-4">
          Fazer novo pedido
        </a>
      ) : payAt ? (
        <a href={payAt} className="btn btn-primary mt-4">
          Pagar agora
        </a>
      ) : null}
      <PayOtherwise order={order} methods={store.paymentMethods} />
      <NextSteps store={store} order={order} />
    </section>
  );
}

function Seal({ status }: { status: PublicOrder['status'] }) {
  const colour = status === 'completed' ? 'var(--ok)' : status === 'cancelled' ? 'var(--bad)' : 'var(--warn)';
  const ground =
    status === 'completed' ? 'var(--ok-soft)' : status === 'cancelled' ? 'var(--bad-soft)' : 'var(--warn-soft)';
  const mark =
    status === 'completed' ? 'm22 33 8 8 14-16' : status === 'cancelled' ? 'm24 24 16 16m0-16L24 40' : 'M32 20v13l8 5';
  return (
    <svg viewBox="0 0 64 64" className="mx-auto size-16" aria-hidden="true">
      <circle cx="32" cy="32" r="31" fill={ground} />
      <path d={mark} fill="none" stroke={colour} strokeWidth="4.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

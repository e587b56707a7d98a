import { addressOf } from '@vitrine/contract/calls/address';
import { formatReais } from '@vitrine/contract/money';
import { paymentMethodTexts } from '@vitrine/contract/order-words';
import type { PublicOrder } from '@vitrine/contract/orders';
import type { ReactNode } from 'react';
import { MessagePage, TornReceipt } from '../message-page.tsx';
import { handoverTexts, paidLateText } from './handover.ts';
import { KeptNote } from './kept-note.tsx';
import { liveOrder } from './live-order.ts';
import { PixCode } from './pix-code.tsx';
import { SharePix } from './share-pix.tsx';
import { itemText } from './timeline.ts';

interface PixPageProps {
  order: PublicOrder;
  /** The server's clock, as ISO text. */
  now: string;
}

const successOf = ({ external_reference }: PublicOrder) =>
  `/checkout/success?external_reference=${encodeURIComponent(external_reference)}`;

/** The same products in the cart, on any device. */
const again = ({ external_reference }: PublicOrder) => `/buy?order=${encodeURIComponent(external_reference)}`;

/** Our own Pix page: QR code, code to copy, countdown. It turns into the order's page when the order is paid. */
export function PixPayment({ order, now }: PixPageProps) {
  return (
    <div
      {...liveOrder({
        order,
        events: addressOf('GET /order/:external_reference/events', { external_reference: order.external_reference }),
        now,
        paidPage: successOf(order),
      })}
    >
      <KeptNote now={now} />
      <PixState order={order} now={now} />
    </div>
  );
}

function PixState({ order, now }: PixPageProps) {
  const { payment } = order;
  const code = payment?.pixCode ?? null;
  if (order.status === 'completed') {
    return (
      <Centered title="Pagamento aprovado!">
        <p className="text-muted">Abrindo a página do seu pedido…</p>
        <a href={successOf(order)} className="btn btn-primary mt-6">
          Ver meu pedido
        </a>
      </Centered>
    );
  }
  if (order.status === 'cancelled') {
    return (
      <MessagePage
        picture={<TornReceipt />}
        title="Este pedido foi cancelado"
        text={
          <>
            <p>{order.note ?? 'O prazo para pagar terminou.'}</p>
            {order.paid ? null : <p className="mt-2">{paidLateText}</p>}
          </>
        }
      >
        <a href={again(order)} className="btn btn-primary">
          Fazer novo pedido
        </a>
        <a href="/" className="btn btn-secondary">
          Voltar para a loja
        </a>
      </MessagePage>
    );
  }
  if (!code && (order.paymentMethod !== 'pix' || payment?.status === 'in_process'))
    return <PaidOtherwise order={order} />;
  if (code && payment?.expiresAt && Date.parse(payment.expiresAt) <= Date.parse(now)) return <Expired order={order} />;
  if (!code && payment?.payUrl) return <PayElsewhere order={order} address={payment.payUrl} />;
  if (!code) return <Renewal order={order} waiting={payment?.status === 'created'} />;
  return (
    <PixCode
      subject={`Pedido #${order.number} · ${order.name.map(itemText).join(', ')}`}
      value={order.finalvalue}
      code={code}
      qrSvg={payment?.pixQrSvg ?? null}
      expiresAt={payment?.expiresAt ?? null}
      start={order.date}
      now={now}
      after={handoverTexts[order.handover].pix}
    >
      {payment?.shareUrl ? (
        <SharePix address={payment.shareUrl} value={order.finalvalue} store={order.store.name} />
      ) : null}
      {/* Without a script the order's page cannot change it (pay-otherwise.tsx). */}
      <p className="needs-script text-small">
        <a
          href={`/pedido/${encodeURIComponent(order.external_reference)}#trocar`}
          className="prose-link inline-flex min-h-11 items-center"
        >
          Trocar forma de pagamento ou cancelar
        </a>
      </p>
    </PixCode>
  );
}

function Centered({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className="px-6 py-20 text-center">
      <h1 className="text-display font-bold tracking-tight">{title}</h1>
      {children}
    </div>
  );
}

/** The order has expired. */
function Expired({ order }: { order: PublicOrder }) {
  return (
    <MessagePage
      picture={<TornReceipt />}
      title="O código Pix expirou"
      text="O prazo para pagar terminou. Se você já pagou, espere: esta página muda sozinha. Se não pagou, o novo pedido começa com os mesmos produtos."
    >
      <a href={again(order)} className="btn btn-primary">
        Fazer novo pedido
      </a>
      <a href="/" className="btn btn-secondary">
        Voltar para a loja
      </a>
    </MessagePage>
  );
}

/** The order has another method by now, maybe changed in another tab, or somebody has just paid it. */
function PaidOtherwise({ order: { external_reference, payment, paymentMethod } }: { order: PublicOrder }) {
  const reviewed = payment?.status === 'in_process';
  const method = paymentMethod === 'manual' ? 'outra' : paymentMethodTexts[paymentMethod];
  return (
    <MessagePage
      title={reviewed ? 'Pagamento em análise' : 'Este pedido espera outro pagamento'}
      text={
        reviewed
          ? 'O Mercado Pago está conferindo o pagamento. Não é preciso pagar de novo.'
          : `A forma de pagamento agora é ${method}. O código Pix de antes não vale mais.`
      }
    >
      <a href={`/pedido/${encodeURIComponent(external_reference)}`} className="btn btn-primary">
        Ver meu pedido
      </a>
      <a href="/" className="btn btn-secondary">
        Voltar para a loja
      </a>
    </MessagePage>
  );
}

/** The seller's account takes Pix on the provider's page only. */
function PayElsewhere({ order, address }: { order: PublicOrder; address: string }) {
  return (
    <MessagePage
      title="Pague com Pix"
      text={`Esta loja recebe o Pix na página do Mercado Pago: ${formatReais(order.finalvalue)}. Depois de pagar você volta para cá.`}
    >
      <a href={address} className="btn btn-primary">
        Abrir o Mercado Pago
      </a>
      <a href="/" className="btn btn-secondary">
        Voltar para a loja
      </a>
    </MessagePage>
  );
}

/** The order can still be paid, but it has no code: the payment was refused, or the code is not ready. */
function Renewal({ order, waiting }: { order: PublicOrder; waiting: boolean }) {
  return (
    <MessagePage
      picture={<TornReceipt />}
      title={waiting ? 'Preparando seu código Pix' : 'Este código Pix não vale mais'}
      text={
        <>
          <p>
            {waiting
              ? 'Leva alguns segundos. Se demorar, gere um novo código.'
              : 'Nada foi cobrado. Gere um novo código para pagar o mesmo pedido.'}
          </p>
          <noscript>
            <p className="mt-2">Isso precisa de JavaScript: ative-o no navegador e recarregue a página.</p>
          </noscript>
          <div role="alert">
            <p
              data-problem=""
              hidden
              className="mt-4 rounded-control bg-bad-soft px-3 py-2 text-small font-medium text-bad"
            />
          </div>
        </>
      }
    >
      <button type="button" data-renew={order.external_reference} className="needs-script btn btn-primary">
        Gerar novo código
      </button>
      <a href="/" className="btn btn-secondary">
        Voltar para a loja
      </a>
    </MessagePage>
  );
}

import { addressOf } from '@vitrine/contract/calls/address';
import { formatReais } from '@vitrine/contract/money';
import type { PublicOrder } from '@vitrine/contract/orders';
import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { MessagePage, TornReceipt } from '../message-page.tsx';
import { CountdownRing } from './countdown-ring.tsx';
import { liveOrder } from './live-order.ts';
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
        text={order.note ?? 'O prazo para pagar terminou. Nada foi cobrado.'}
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
  if (code && payment?.expiresAt && Date.parse(payment.expiresAt) <= Date.parse(now)) return <Expired order={order} />;
  if (!code && payment?.payUrl) return <PayElsewhere order={order} address={payment.payUrl} />;
  if (!code) return <Renewal order={order} waiting={payment?.status === 'created'} />;
  return (
    <div className="mx-auto grid max-w-4xl gap-4 px-4 py-6 md:grid-cols-[auto_1fr] md:px-6 md:py-10">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 md:col-span-2">
        <div className="min-w-0">
          <h1 className="text-display font-bold tracking-tight">Pague com Pix</h1>
          <p className="figures mt-1 text-muted">
            Pedido #{order.number} · {order.name.map(itemText).join(', ')}
          </p>
        </div>
        <p className="figures text-hero font-bold tracking-tight">{formatReais(order.finalvalue)}</p>
      </div>
      {/* Nobody scans their own phone's screen, so on a phone the code to copy comes first. */}
      {payment?.pixQrSvg ? (
        <div className="card order-last flex flex-col items-center justify-center p-5 md:order-none">
          {/* White in both themes, because cameras expect dark on light. */}
          <img
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(payment.pixQrSvg)}`}
            alt="QR Code do Pix. Sem câmera, use o código copia e cola."
            width={272}
            height={272}
            className="size-68 rounded-control bg-white p-2"
          />
        </div>
      ) : null}
      <div className="card min-w-0 p-5">
        <div className="flex items-center gap-4">
          {payment?.expiresAt ? <CountdownRing expiresAt={payment.expiresAt} start={order.date} now={now} /> : null}
          <div role="status" className="min-w-0">
            <p className="flex items-center gap-2 font-semibold">
              <span
                aria-hidden="true"
                className="size-2.5 shrink-0 animate-[breathe_2s_ease-in-out_infinite] rounded-full bg-accent-text"
              />
              Aguardando pagamento
            </p>
            <p className="text-small text-muted">Esta página muda sozinha quando o Pix cair.</p>
          </div>
        </div>
        <CopyCode code={code} />
        <p className="mt-3 text-center text-small">
          <a
            href={`/pedido/${encodeURIComponent(order.external_reference)}#trocar`}
            className="prose-link inline-flex min-h-11 items-center"
          >
            Trocar forma de pagamento ou cancelar
          </a>
        </p>
        <ol className="mt-5 grid list-decimal gap-1.5 border-t border-line pt-5 pl-5 text-muted">
          <li>Abra o aplicativo do seu banco e escolha Pix.</li>
          <li>Leia o QR Code, ou cole o código em Pix copia e cola.</li>
          <li>Confira o valor e confirme. A entrega começa em seguida.</li>
        </ol>
      </div>
    </div>
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

function CopyCode({ code }: { code: string }) {
  return (
    <div className="mt-5">
      <label htmlFor="pix-code" className="text-small font-medium">
        Pix copia e cola
      </label>
      <textarea
        id="pix-code"
        data-code=""
        readOnly
        rows={4}
        value={code}
        className="mt-1.5 field-sizing-content block w-full resize-none rounded-control border border-line-strong bg-sunken px-3 py-2 font-mono text-small break-all"
      />
      <button type="button" data-copy="" className="btn btn-primary needs-script mt-3 w-full">
        <span data-copied="yes" hidden className="contents">
          <Check className="size-5" aria-hidden="true" />
        </span>
        <span data-copied="no" className="contents">
          <Copy className="size-5" aria-hidden="true" />
        </span>
        <span aria-live="polite">Copiar código Pix</span>
      </button>
    </div>
  );
}

/** The order has expired. */
function Expired({ order }: { order: PublicOrder }) {
  return (
    <MessagePage
      picture={<TornReceipt />}
      title="O código Pix expirou"
      text="O prazo para pagar terminou e nada foi cobrado. O novo pedido começa com os mesmos produtos."
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
      <button type="button" data-renew={order.external_reference} className="btn btn-primary">
        Gerar novo código
      </button>
      <a href="/" className="btn btn-secondary">
        Voltar para a loja
      </a>
    </MessagePage>
  );
}

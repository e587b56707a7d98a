import { addressOf } from '@vitrine/contract/calls/address';
import { formatReais } from '@vitrine/contract/money';
import { optionsLine } from '@vitrine/contract/option-words';
import type { Purchase, Purchases } from '@vitrine/contract/purchases';
import { Download } from 'lucide-react';
import { formatDate } from '../../lib/format.ts';
import { EmptyBag } from '../message-page.tsx';
import { returnedText } from '../order/timeline.ts';
import { BenefitList } from './benefit-list.tsx';
import { Problem } from './notice.tsx';
import { purchaseWords, type Tone } from './words.ts';

/** The customer's area: the person, their benefits, and their purchases. */
export function PurchaseList(props: {
  purchases: Purchases;
  first: boolean;
  now: string;
  problem: string | undefined;
}) {
  const { who, benefits, orders, nextCursor } = props.purchases;
  return (
    <div className="mx-auto grid max-w-4xl gap-8 px-4 py-8 md:px-6 md:py-12">
      <div>
        <h1 className="text-display font-bold tracking-tight">Minhas compras</h1>
        <p className="figures mt-2 text-small text-muted">
          {who.by === 'discord' ? 'Discord ' : ''}
          {who.name}
        </p>
        <div className="flex items-center gap-x-5 text-small">
          <a href="/minhas-compras/dados" className="prose-link flex min-h-11 items-center">
            Meus dados
          </a>
          <form method="post" action={addressOf('POST /customer/logout')}>
            <button type="submit" className="prose-link min-h-11 cursor-pointer">
              Sair
            </button>
          </form>
        </div>
      </div>
      <Problem text={props.problem} />
      <BenefitList benefits={benefits} now={props.now} />
      <section aria-labelledby="pedidos">
        <h2 id="pedidos" className="text-title font-semibold">
          Pedidos
        </h2>
        {orders.length === 0 ? (
          <Empty first={props.first} by={who.by} />
        ) : (
          <ul className="mt-3 grid gap-3">
            {orders.map((order) => (
              <Order key={order.reference} order={order} />
            ))}
          </ul>
        )}
        {nextCursor || !props.first ? (
          <nav aria-label="Páginas de pedidos" className="mt-5 flex flex-wrap gap-3">
            {props.first ? null : (
              <a href="/minhas-compras" className="btn btn-secondary">
                Mais recentes
              </a>
            )}
            {nextCursor ? (
              <a href={`/minhas-compras?depois=${nextCursor}`} className="btn btn-secondary">
                Pedidos mais antigos
              </a>
            ) : null}
          </nav>
        ) : null}
      </section>
    </div>
  );
}

const tones: Record<Tone, string> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  quiet: 'bg-hover text-muted',
};

function Order({ order }: { order: Purchase }) {
  const { text, tone } = purchaseWords[order.state] ?? purchaseWords.unpaid;
  return (
    <li className="card min-w-0 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="figures text-small text-muted">
          <strong className="text-text">#{order.number}</strong> · {formatDate(order.date)}
        </p>
        <p className={`rounded-full px-3 py-1 text-small font-medium ${tones[tone]}`}>{text}</p>
      </div>
      <ul className="mt-2">
        {order.lines.map(({ name, quantity, returned, options }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and none moves
          <li key={index} className="font-medium">
            {quantity} x {name}
            {options.length > 0 ? (
              <span className="block text-small font-normal break-words text-muted">{optionsLine(options)}</span>
            ) : null}
            {returned > 0 ? (
              <span className="block text-small font-normal text-muted">{returnedText({ quantity, returned })}</span>
            ) : null}
          </li>
        ))}
      </ul>
      {order.refunded > 0 && order.refunded < order.total ? (
        <p className="mt-1 text-small text-muted">Reembolsado em parte: {formatReais(order.refunded)} voltaram.</p>
      ) : null}
      {order.note ? <p className="mt-1 text-small text-muted text-pretty">{order.note}</p> : null}
      <div className="mt-1 -mb-2 flex flex-wrap items-center justify-between gap-x-5">
        <p className="figures font-semibold">{formatReais(order.total)}</p>
        <p className="flex flex-wrap gap-x-5 text-small">
          {order.receipt ? (
            <a
              href={addressOf('GET /order/:reference/receipt', { reference: order.reference })}
              className="prose-link flex min-h-11 items-center gap-1.5"
              aria-label={`Comprovante do pedido ${order.number}`}
            >
              <Download className="size-4" aria-hidden="true" />
              Comprovante
            </a>
          ) : null}
          <a
            href={`/pedido/${order.reference}`}
            className="prose-link flex min-h-11 items-center"
            aria-label={`Ver pedido ${order.number}`}
          >
            Ver pedido
          </a>
        </p>
      </div>
    </li>
  );
}

function Empty({ first, by }: { first: boolean; by: Purchases['who']['by'] }) {
  if (!first) return <p className="mt-2 text-muted">Não há pedidos mais antigos.</p>;
  return (
    <div className="card mt-3 flex flex-col items-center px-6 py-10 text-center">
      <EmptyBag />
      <p className="mt-4 font-semibold">Nenhuma compra por aqui</p>
      <p className="mt-1 max-w-sm text-muted text-pretty">
        {by === 'discord'
          ? 'Nenhum pedido desta loja foi feito com este Discord. Se você informou outro, saia e entre com ele ou com o e-mail da compra.'
          : 'Nenhum pedido desta loja está com este e-mail.'}
      </p>
      <a href="/" className="btn btn-primary mt-5">
        Ver a loja
      </a>
    </div>
  );
}

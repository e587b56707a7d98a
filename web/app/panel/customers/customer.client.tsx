import { useQuery } from '@tanstack/react-query';
import { type BuyerKind, buyerKinds, buyerKindText, buyerPage } from '@vitrine/contract/buyer-words';
import type { BuyerAnswer } from '@vitrine/contract/buyers';
import { formatDateTime } from '@vitrine/contract/dates';
import { Ban, LockOpen } from 'lucide-react';
import { lazy, useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { formatDate, formatNumber, money } from '../../lib/format.ts';
import { CopyButton } from '../../ui/bits.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { inlineLink } from '../../ui/inline-link.ts';
import { OnDemand } from '../../ui/on-demand.tsx';
import { Alert, Card, List, PageHeader, SkeletonRows } from '../../ui/surfaces.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { NoteForm } from '../orders/desk/note-form.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';
import { keyOf } from '../store/query-keys.ts';
import { Benefits } from './benefits.client.tsx';
import { Purchases } from './purchases.client.tsx';

const BlockDialogs = lazy(async () => ({ default: (await import('./block-dialogs.client.tsx')).BlockDialogs }));

/** /customers/:kind/:value: what the orders with one identity say of their buyer, and whether the store sells to them. */
export function Customer() {
  const store = useCurrentStoreId();
  const params = useParams();
  const kind: BuyerKind = buyerKinds.find((one) => one === params.kind) ?? 'city_id';
  const value = params.value ?? '';
  const query = useQuery({
    queryKey: keyOf('POST /buyers/details', store, kind, value),
    enabled: store !== null,
    queryFn: ({ signal }) => call('POST /buyers/details', { body: { kind, value }, store, signal }),
  });
  const { data, error } = query;
  const unknown = error instanceof ApiError && error.status === 404;
  return (
    <>
      <PageHeader
        title={data?.names[0] ?? 'Cliente'}
        description={`${buyerKindText(kind)} ${data?.buyer.value ?? value}`}
        actions={data ? <BlockButton buyer={data} /> : null}
      />
      {unknown ? (
        <Card>
          <EmptyState
            drawing="search"
            title="Nenhum pedido deste cliente"
            action={
              <LinkButton to="/orders" tone="secondary">
                Ver pedidos
              </LinkButton>
            }
          >
            Nenhum pedido desta loja tem {buyerKindText(kind)} {value}.
          </EmptyState>
        </Card>
      ) : query.isLoadingError ? (
        <Card>
          <LoadFailure title="Erro ao carregar dados" query={query} />
        </Card>
      ) : data ? (
        <Whole buyer={data} />
      ) : (
        <SkeletonRows rows={5} className="h-24" />
      )}
    </>
  );
}

function BlockButton({ buyer }: { buyer: BuyerAnswer }) {
  const [open, setOpen] = useState(false);
  if (!useMay()('buyers.block')) return null;
  return (
    <>
      <Button
        tone="secondary"
        icon={buyer.block ? <LockOpen className="size-4" /> : <Ban className="size-4" />}
        onClick={() => setOpen(true)}
      >
        {buyer.block ? 'Desbloquear cliente' : 'Bloquear cliente'}
      </Button>
      <OnDemand when={open}>
        <BlockDialogs buyer={buyer.buyer} blocked={buyer.block !== null} open={open} onClose={() => setOpen(false)} />
      </OnDemand>
    </>
  );
}

function Whole({ buyer }: { buyer: BuyerAnswer }) {
  const { sums, since, block, benefits, orders, notes } = buyer;
  const figures = [
    ['Gastou', money(sums.spent), 'já sem o que foi devolvido'],
    ['Devolvido', money(sums.refunded), ''],
    [
      'Pedidos',
      formatNumber(sums.orders),
      `${formatNumber(sums.completed)} ${sums.completed === 1 ? 'concluído' : 'concluídos'}`,
    ],
    ['Cliente desde', formatDate(since), ''],
  ] as const;
  return (
    <div className="flex flex-col gap-4">
      {block ? (
        <Alert tone="warn" title="Este cliente está bloqueado">
          <p className="break-words">{block.reason || 'O motivo foi apagado com os dados do cliente.'}</p>
          <p>
            Por {block.by}, em {formatDateTime(block.at)}. Novas compras com esta identificação são recusadas; o que já
            foi comprado continua.
          </p>
        </Alert>
      ) : null}
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {figures.map(([label, value, detail]) => (
          <div key={label} className="min-w-0 rounded-card border border-line bg-raised px-4 py-3 sm:px-5">
            <dt className="text-small text-muted">{label}</dt>
            <dd className="figures text-title font-semibold break-words">{value}</dd>
            {detail ? <dd className="text-small text-muted">{detail}</dd> : null}
          </div>
        ))}
      </dl>
      <Names buyer={buyer} />
      <Benefits benefits={benefits} />
      <Purchases orders={orders} total={sums.orders} />
      <Notes notes={notes} newest={orders[0]} />
    </div>
  );
}

/** What the people of the store wrote on the orders. A new note goes to the newest order, because each note belongs to an order. */
function Notes({ notes, newest }: { notes: BuyerAnswer['notes']; newest: BuyerAnswer['orders'][number] | undefined }) {
  return (
    <Card title="Anotações nos pedidos" flush>
      {notes.length > 0 ? (
        <List aria-label="Anotações nos pedidos">
          {notes.map(({ id, text, author, at, orderId, orderNumber }) => (
            <li key={id} className="px-4 py-3 sm:px-5">
              <p className="break-words whitespace-pre-line">{text}</p>
              <p className="text-small text-muted">
                {author} · {formatDateTime(at)} ·{' '}
                <Link to={`/orders?order=${orderId}`} className={inlineLink}>
                  pedido #{orderNumber}
                </Link>
              </p>
            </li>
          ))}
        </List>
      ) : null}
      {newest ? (
        <div className="px-4 pb-4 sm:px-5">
          <NoteForm
            order={newest._id}
            help={`Fica no pedido #${newest.number}, o mais recente. Só a equipe da loja vê.`}
          />
        </div>
      ) : null}
    </Card>
  );
}

function Names({ buyer: { buyer, names, others } }: { buyer: BuyerAnswer }) {
  return (
    <Card
      title="Identificação"
      description="O que os compradores digitaram nos mesmos pedidos. Ninguém provou que é a mesma pessoa."
    >
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {names.length > 0 ? (
          <div className="min-w-0">
            <dt className="text-small text-muted">{names.length === 1 ? 'Nome' : 'Nomes'}</dt>
            <dd className="break-words">{names.join(', ')}</dd>
          </div>
        ) : null}
        {[buyer, ...others].map((one, index) => (
          <div key={`${one.kind} ${one.value}`} className="min-w-0">
            <dt className="text-small text-muted">{buyerKindText(one.kind)}</dt>
            <dd className="flex items-center justify-between gap-2 sm:justify-start">
              {index === 0 ? (
                <span className="figures min-w-0 break-all">{one.value}</span>
              ) : (
                <Link to={buyerPage(one)} className="figures min-w-0 break-all text-accent-text hover:underline">
                  {one.value}
                </Link>
              )}
              <CopyButton text={one.value} tone="quiet" size="small" />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

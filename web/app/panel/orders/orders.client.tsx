import { useQuery } from '@tanstack/react-query';
import { orderMarks, orderMarkTexts, orderStatuses, orderStatusTexts } from '@vitrine/contract/order-words';
import { Download, Plus } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Select } from '../../ui/inputs.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { PageHeader, SkeletonRows } from '../../ui/surfaces.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';
import { WaitingApprovals } from './approvals/approvals.client.tsx';
import { JunkWaveNotice } from './junk-wave.client.tsx';
import { OrderList } from './order-list.client.tsx';
import { type OrderFilters, tagsQuery } from './order-queries.ts';
import { noFilter, readFilter } from './resend/delivery-filter.ts';

const DeliveryDesk = lazy(async () => ({
  default: (await import('./deliveries/delivery-desk.client.tsx')).DeliveryDesk,
}));
const FilesDialog = lazy(async () => ({ default: (await import('../files/files-dialog.client.tsx')).FilesDialog }));
const OrderDrawer = lazy(async () => ({ default: (await import('./order-drawer.client.tsx')).OrderDrawer }));
const ManualOrder = lazy(async () => ({ default: (await import('./manual-order.client.tsx')).ManualOrder }));

/** Time without typing before the search goes into the address, in ms. */
const TYPING_MS = 300;

/**
 * /orders and /orders/create: the orders and the repair desk of their deliveries. The address holds every choice
 * (`search`, `status`, `mark`, `tag`, `deliveries` with its filter, `order`, `files`; `again` and `product` of a new one), so mails, the palette and the dashboard can link here.
 */
export function Orders() {
  const [query, setQuery] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const may = useMay();
  const manual = pathname === '/orders/create' && may('orders.give');
  const shown = query.get('order');
  const from = query.get('again');
  const again = from === null ? null : { order: from, product: query.get('product') ?? '' };
  const files = query.has('files');
  const desk = query.get('deliveries');
  const status = orderStatuses.find((known) => known === query.get('status')) ?? 'all';
  const mark = orderMarks.find((known) => known === query.get('mark')) ?? 'all';
  const search = query.get('search') ?? '';
  const filters: OrderFilters = { status, mark, tag: query.get('tag') ?? '', search };

  // The second of two quick changes is made over the first one, which the router has not drawn yet, so that it does not undo it.
  const asked = useRef(query);
  useEffect(() => {
    asked.current = query;
  }, [query]);
  const change = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(asked.current);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    asked.current = next;
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  const open = (order: string | null) => change({ order });

  return (
    <>
      <PageHeader
        title="Pedidos"
        description="Cada venda, do pagamento à entrega."
        actions={
          <>
            <Button
              tone="quiet"
              className="max-sm:order-last max-sm:only:-ml-4"
              icon={<Download className="size-4" />}
              onClick={() => change({ files: 'all' })}
            >
              Planilhas
            </Button>
            {may('orders.give') ? (
              <LinkButton to="/orders/create" tone="secondary" icon={<Plus className="size-4" />}>
                Pedido manual
              </LinkButton>
            ) : null}
          </>
        }
      />
      <JunkWaveNotice />
      <WaitingApprovals onOpen={open} />
      <Tabs
        label="Pedidos e entregas"
        selected={desk === null ? 'orders' : 'deliveries'}
        onSelect={(tab) =>
          change({ ...noFilter, search, deliveries: tab === 'deliveries' ? 'all' : null, order: null })
        }
        tabs={[
          {
            id: 'orders',
            label: 'Pedidos',
            content: (
              <OrderList
                filters={filters}
                toolbar={<Filters filters={filters} onChange={change} />}
                onOpen={open}
                onClear={() => change({ status: null, mark: null, tag: null, search: null })}
              />
            ),
          },
          {
            id: 'deliveries',
            label: 'Entregas',
            content: (
              <Suspense fallback={<SkeletonRows rows={6} className="h-14" />}>
                <DeliveryDesk
                  state={desk}
                  filter={readFilter(query)}
                  mayRepair={may('deliveries.repair')}
                  onState={(deliveries) => change({ deliveries })}
                  onFilter={change}
                  onClear={() => change({ ...noFilter, deliveries: 'all' })}
                  onOpen={open}
                />
              </Suspense>
            ),
          },
        ]}
      />
      <OnDemand when={shown !== null}>
        <OrderDrawer id={shown} onClose={() => open(null)} />
      </OnDemand>
      <OnDemand when={files}>
        <FilesDialog open={files} filters={filters} onClose={() => change({ files: null })} />
      </OnDemand>
      {manual ? (
        <Suspense>
          <ManualOrder
            again={again}
            onClose={() => void navigate('/orders', { replace: true })}
            onCreated={(id) =>
              void navigate(id === null ? '/orders' : `/orders?order=${encodeURIComponent(id)}`, { replace: true })
            }
          />
        </Suspense>
      ) : null}
    </>
  );
}

interface FiltersProps {
  filters: OrderFilters;
  onChange(changes: Record<string, string | null>): void;
}

function Filters({ filters: { status, mark, tag, search }, onChange }: FiltersProps) {
  const [text, setText] = useState(search);
  const known = useQuery(tagsQuery(useCurrentStoreId())).data?.tags.map((one) => one.tag) ?? [];
  const tags = tag === '' || known.includes(tag) ? known : [tag, ...known];
  // The palette and links can change the address while this screen is open.
  useEffect(() => setText(search), [search]);
  useEffect(() => {
    if (text.trim() === search) return;
    const timer = setTimeout(() => onChange({ search: text.trim() || null }), TYPING_MS);
    return () => clearTimeout(timer);
  });

  return (
    <search className="mb-4 grid grid-cols-2 gap-3 md:flex md:flex-wrap xl:flex-nowrap">
      <SearchInput
        label="Buscar por número, cidade, Discord ou nome"
        placeholder="Número, ID, Discord ou nome"
        value={text}
        maxLength={100}
        onChange={setText}
        className="col-span-2 grow md:max-xl:basis-full"
      />
      <Select
        aria-label="Status"
        value={status}
        onChange={(event) => onChange({ status: event.target.value === 'all' ? null : event.target.value })}
        className="md:w-48 md:max-xl:grow"
      >
        <option value="all">Todo status</option>
        {orderStatuses.map((known) => (
          <option key={known} value={known}>
            {orderStatusTexts[known]}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Marca"
        value={mark}
        onChange={(event) => onChange({ mark: event.target.value === 'all' ? null : event.target.value })}
        className="md:w-56 md:max-xl:grow"
      >
        <option value="all">Toda marca</option>
        {orderMarks.map((known) => (
          <option key={known} value={known}>
            {orderMarkTexts[known]}
          </option>
        ))}
      </Select>
      {tags.length > 0 ? (
        <Select
          aria-label="Etiqueta"
          value={tag}
          onChange={(event) => onChange({ tag: event.target.value || null })}
          className="md:w-52 md:max-xl:grow"
        >
          <option value="">Toda etiqueta</option>
          {tags.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
      ) : null}
    </search>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { Discount } from '@vitrine/contract/discounts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { CopyButton } from '../../ui/bits.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Badge, Card, PageHeader, Skeleton } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { ListToolbar, NothingFound } from '../list/list-faces.client.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { partSize } from '../list/part-size.ts';
import { useRowFocus } from '../list/row-focus.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { undoOf } from '../store/undo.ts';
import { expiryText, statusTexts, usageText, valueText } from './discount-form-model.ts';
import { discountsQuery } from './discount-queries.ts';

const grid = 'grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3';

const couponPart = () => partSize(24, 10);

/** The store's coupons, drawn in parts. */
export function DiscountList() {
  const query = useQuery(discountsQuery(useCurrentStoreId()));
  const { data } = query;
  const [search, setSearch] = useState('');
  const [drawn, setDrawn] = useState(couponPart);
  const [deleting, setDeleting] = useState<Discount | null>(null);
  const focus = useRowFocus<HTMLUListElement>();
  const shown = data?.filter((discount) => discount.code.toLowerCase().includes(search.trim().toLowerCase()));

  return (
    <>
      <PageHeader
        title="Descontos"
        description="Cupons que seus clientes digitam no carrinho."
        actions={
          data?.length ? (
            <LinkButton to="/discounts/create" icon={<Plus className="size-4.5" />}>
              Novo desconto
            </LinkButton>
          ) : null
        }
      />
      {query.isLoadingError ? (
        <Card>
          <LoadFailure title="Erro ao carregar descontos" query={query} />
        </Card>
      ) : !data || !shown ? (
        <div aria-busy="true">
          <span role="status" className="sr-only">
            Carregando
          </span>
          <Skeleton className="mb-4 h-11 sm:w-80" />
          <div className={grid}>
            {[0, 1, 2].map((card) => (
              <Skeleton key={card} className="h-48 rounded-card" />
            ))}
          </div>
        </div>
      ) : data.length === 0 ? (
        <Card>
          <EmptyState
            drawing="tag"
            title="Nenhum cupom ainda"
            action={<LinkButton to="/discounts/create">Criar o primeiro cupom</LinkButton>}
          >
            Um código para divulgar no Discord: dá desconto no carrinho, com os limites que você escolher.
          </EmptyState>
        </Card>
      ) : (
        <>
          <ListToolbar>
            <SearchInput label="Buscar por código" value={search} onChange={setSearch} className="sm:w-80" />
          </ListToolbar>
          {shown.length === 0 ? (
            <NothingFound search={search} onClear={() => setSearch('')} />
          ) : (
            <ul ref={focus.list} className={grid}>
              {shown.slice(0, drawn).map((discount) => (
                <DiscountCard
                  key={discount._id}
                  discount={discount}
                  onDelete={() => {
                    focus.leave(discount._id);
                    setDeleting(discount);
                  }}
                />
              ))}
            </ul>
          )}
          {shown.length > drawn ? (
            <div className="mt-4 flex justify-center">
              <Button tone="secondary" onClick={() => setDrawn(drawn + couponPart())}>
                Mostrar mais cupons
              </Button>
            </div>
          ) : null}
        </>
      )}
      {deleting ? <DeleteDialog discount={deleting} onClose={() => setDeleting(null)} focusAfter={focus.heir} /> : null}
    </>
  );
}

function DiscountCard({ discount, onDelete }: { discount: Discount; onDelete: () => void }) {
  const { text, tone } = statusTexts[discount.status];
  const whole = discount.selectedCategories.length + discount.selectedProducts.length === 0;
  const facts = [
    ['Expira', expiryText(discount.expiresAt)],
    ['Usos', usageText(discount)],
    ['Vale para', whole ? 'Todos os produtos' : 'Produtos escolhidos'],
  ] as const;
  return (
    <li data-row={discount._id} className="flex flex-col rounded-card border border-line bg-raised">
      <div className="flex grow flex-col gap-3 p-4">
        <div className="flex items-start justify-between gap-3">
          <h2 className="min-w-0 font-semibold tracking-wide wrap-anywhere">{discount.code}</h2>
          <Badge tone={tone}>{text}</Badge>
        </div>
        <p className="figures">
          <span className="text-display font-semibold tracking-tight">{valueText(discount)}</span>
          <span className="text-small text-muted"> de desconto</span>
        </p>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-small">
          {facts.map(([label, value]) => (
            <div key={label} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-muted">{label}</dt>
              <dd className="figures text-right">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="flex flex-wrap gap-1 border-t border-line p-2">
        <LinkButton to={`/discounts/${discount._id}`} tone="quiet" size="small" icon={<Pencil className="size-4" />}>
          Editar
        </LinkButton>
        <CopyButton text={discount.code} label="Copiar" tone="quiet" size="small" />
        <Button tone="quiet" size="small" icon={<Trash2 className="size-4" />} className="ml-auto" onClick={onDelete}>
          Deletar
        </Button>
      </div>
    </li>
  );
}

interface DeleteDialogProps {
  discount: Discount;
  onClose(): void;
  focusAfter(): HTMLElement | null;
}

function DeleteDialog({ discount, onClose, focusAfter }: DeleteDialogProps) {
  const store = useCurrentStoreId();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Tem certeza que deseja deletar este desconto?"
      confirmLabel="Deletar"
      pendingLabel="Deletando..."
      onConfirm={async () => {
        const params = { subdomain: store ?? '', id: discount._id };
        await call('DELETE /discounts/delete/:subdomain/:id', { params });
        notify.success('Desconto deletado com sucesso!', undoOf(store, 'coupon', [discount._id]));
        // The dialog stays open until the list is loaded without the discount: only then is the next row there for
        // the focus.
        await refreshAfter('DELETE /discounts/delete/:subdomain/:id', store);
      }}
      focusAfter={focusAfter}
      errorText={(error) => errorText(error, 'Erro ao deletar o desconto')}
    >
      O cupom {discount.code} deixa de valer na hora. Pedidos já feitos mantêm o desconto.
    </ConfirmDialog>
  );
}

import { formatDateTime } from '@vitrine/contract/dates';
import { descriptionLines, plainLine } from '@vitrine/contract/description';
import type { ListedProduct } from '@vitrine/contract/product-list';
import { saleStateOf, saleStateTexts } from '@vitrine/contract/product-status';
import {
  Archive,
  ArchiveRestore,
  Boxes,
  Copy,
  EllipsisVertical,
  Eye,
  EyeOff,
  FlaskConical,
  Package,
  Pencil,
  Trash2,
} from 'lucide-react';
import type { ReactNode, RefCallback } from 'react';
import { Link, useNavigate } from 'react-router';
import { classNames } from '../../../lib/class-names.ts';
import { formatNumber, money } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/inputs.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Badge, ListRow } from '../../../ui/surfaces.tsx';
import { useFar } from '../../list/use-far.client.ts';
import type { Selection } from './use-selection.client.ts';

/** A row that can be sorted: what it needs on its element, and its handle. */
export interface Place {
  itemProps: { ref?: RefCallback<HTMLElement> };
  handle: ReactNode;
}

export interface RowActions {
  onStatus(product: ListedProduct, status: 'shown' | 'hidden' | 'archived'): void;
  onDelete(product: ListedProduct): void;
  onRehearse(product: ListedProduct): void;
  onStock(product: ListedProduct): void;
}

interface ProductRowProps {
  product: ListedProduct;
  selection: Selection;
  place: Place | null;
  mayEdit: boolean;
  actions: RowActions;
}

/** Whether the product is in the shop, and when that changes; empty for a product that is simply on sale. */
function State({ product }: { product: ListedProduct }) {
  const state = saleStateOf(product, new Date());
  const { showsAt, hidesAt } = product;
  const turn =
    state === 'scheduled' && showsAt
      ? `entra ${formatDateTime(showsAt)}`
      : state === 'on_sale' && hidesAt
        ? `até ${formatDateTime(hidesAt)}`
        : null;
  return (
    <>
      {state === 'on_sale' ? null : (
        <Badge tone={state === 'scheduled' ? 'info' : 'neutral'}>{saleStateTexts[state]}</Badge>
      )}
      {turn ? <span className="figures text-small text-muted">{turn}</span> : null}
    </>
  );
}

/** A product. Far from the screen only its name stands there. */
export function ProductRow(props: ProductRowProps) {
  const { product, place } = props;
  const { height, ref } = useFar();
  return (
    <ListRow
      data-row={product._id}
      {...place?.itemProps}
      ref={(element) => {
        ref(element);
        place?.itemProps.ref?.(element);
      }}
      {...(height !== null && { style: { height } })}
      className={classNames(
        'gap-3 data-dragged:bg-accent-soft data-dragged:shadow-soft sm:gap-4',
        place && 'pl-1.5 sm:pl-2',
      )}
    >
      {height === null ? <NearRow {...props} /> : <h3 className="truncate font-medium text-muted">{product.name}</h3>}
    </ListRow>
  );
}

function NearRow({ product, selection, place, mayEdit, actions }: ProductRowProps) {
  const edit = `/products/edit/${product._id}`;
  const struck = product.compareAtPrice !== null && product.compareAtPrice > product.price;
  const away = product.status !== 'shown';
  const stock = product.stock === null ? 'Sem limite' : formatNumber(product.stock);
  return (
    <>
      {selection.on ? (
        <Checkbox
          label={<span className="sr-only">Escolher {product.name}</span>}
          checked={selection.has(product._id)}
          onChange={() => selection.toggle(product)}
        />
      ) : null}
      {place ? <span className="-mr-2 sm:-mr-3">{place.handle}</span> : null}
      <span
        className={classNames(
          'grid size-12 shrink-0 place-items-center overflow-hidden rounded-control bg-hover text-muted',
          away && 'grayscale',
        )}
      >
        {product.image ? (
          <img src={product.image} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <Package className="size-5" aria-hidden="true" />
        )}
      </span>
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="line-clamp-2 min-w-0 font-medium wrap-anywhere">
            {mayEdit ? (
              <Link to={edit} className="rounded-control hover:underline">
                {product.name}
              </Link>
            ) : (
              product.name
            )}
          </h3>
          <State product={product} />
          {product.featured ? <Badge tone="accent">Destaque</Badge> : null}
          {product.problem ? <Badge tone="warn">Ação a corrigir</Badge> : null}
          {product.stock === 0 ? (
            <Badge tone="bad">Esgotado</Badge>
          ) : product.low ? (
            <Badge tone="warn">Estoque baixo</Badge>
          ) : null}
          {product.waiting > 0 ? (
            <Badge tone="info">{product.waiting === 1 ? '1 espera' : `${formatNumber(product.waiting)} esperam`}</Badge>
          ) : null}
        </div>
        <p className="truncate text-small text-muted">
          {descriptionLines(product.line).map(plainLine).join(' · ') || 'Sem descrição'}
        </p>
        <p className="figures mt-0.5 flex flex-wrap gap-x-2 sm:hidden">
          <Price product={product} struck={struck} />
          {product.stock === null ? null : (
            <span className="text-small text-muted">{formatNumber(product.stock)} em estoque</span>
          )}
        </p>
      </div>
      <dl className="figures hidden shrink-0 grid-cols-[5rem_5rem] gap-4 text-small lg:grid">
        <div>
          <dt className="text-muted">Estoque</dt>
          <dd>
            {mayEdit ? (
              <button
                type="button"
                aria-label={`Mudar estoque de ${product.name}: ${stock}`}
                onClick={() => actions.onStock(product)}
                className="-mx-1.5 rounded-control px-1.5 underline decoration-line-strong decoration-dotted underline-offset-4 hover:bg-hover"
              >
                {stock}
              </button>
            ) : (
              stock
            )}
          </dd>
        </div>
        <div>
          <dt className="text-muted">Ações</dt>
          <dd>{product.actions === 0 ? 'Nenhuma' : formatNumber(product.actions)}</dd>
        </div>
      </dl>
      <p className="figures hidden w-32 shrink-0 flex-col items-end sm:flex">
        <Price product={product} struck={struck} />
      </p>
      {mayEdit ? <RowMenu product={product} edit={edit} actions={actions} /> : null}
    </>
  );
}

function RowMenu({ product, edit, actions }: { product: ListedProduct; edit: string; actions: RowActions }) {
  const navigate = useNavigate();
  const archived = product.status === 'archived';
  const shown = product.status === 'shown';
  const put = (status: 'shown' | 'hidden' | 'archived') => () => actions.onStatus(product, status);
  return (
    <Menu
      label={`Ações de ${product.name}`}
      triggerClassName={buttonClass('quiet', 'small', true)}
      trigger={<EllipsisVertical className="size-4.5" aria-hidden="true" />}
      items={[
        { id: 'edit', label: 'Editar', icon: <Pencil />, onSelect: () => void navigate(edit) },
        { id: 'stock', label: 'Mudar estoque', icon: <Boxes />, onSelect: () => actions.onStock(product) },
        ...(archived
          ? [{ id: 'return', label: 'Tirar do arquivo', icon: <ArchiveRestore />, onSelect: put('hidden') }]
          : [
              {
                id: 'duplicate',
                label: 'Duplicar',
                icon: <Copy />,
                onSelect: () => void navigate(`/products/create?copy=${product._id}`),
              },
              {
                id: 'rehearse',
                label: 'Simular compra',
                icon: <FlaskConical />,
                onSelect: () => actions.onRehearse(product),
              },
              shown
                ? { id: 'hide', label: 'Esconder', icon: <EyeOff />, onSelect: put('hidden') }
                : { id: 'show', label: 'Colocar na loja', icon: <Eye />, onSelect: put('shown') },
              { id: 'archive', label: 'Arquivar', icon: <Archive />, onSelect: put('archived') },
            ]),
        {
          id: 'delete',
          label: 'Deletar',
          icon: <Trash2 />,
          danger: true,
          onSelect: () => actions.onDelete(product),
        },
      ]}
    />
  );
}

function Price({ product, struck }: { product: ListedProduct; struck: boolean }) {
  return (
    <>
      <span className="font-semibold">{money(product.price)}</span>
      {struck && product.compareAtPrice !== null ? (
        <span className="text-small text-muted line-through">
          <span className="sr-only">Preço original: </span>
          {money(product.compareAtPrice)}
        </span>
      ) : null}
    </>
  );
}

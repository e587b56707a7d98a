import { joinActions } from '@vitrine/contract/action-lists';
import type { Category, Product } from '@vitrine/contract/catalog';
import { descriptionLines, plainLine } from '@vitrine/contract/description';
import { ChevronRight, Copy, EllipsisVertical, FlaskConical, Package, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link, useNavigate } from 'react-router';
import { classNames } from '../../../lib/class-names.ts';
import { formatNumber, money } from '../../../lib/format.ts';
import { buttonClass, LinkButton } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Badge, List, ListRow } from '../../../ui/surfaces.tsx';
import { useMay } from '../../store/may.ts';

/** A row that can be sorted: what it needs on its element, and its handle. */
interface Place {
  itemProps: object;
  handle: ReactNode;
}

interface ProductSectionProps {
  category: Category;
  /** How many products it has, also while it is closed. */
  count: number;
  products: { product: Product; place: Place | null }[];
  /** What the heading needs so that a product can be dragged over it. */
  headingProps: object;
  open: boolean;
  onToggle(): void;
  onDelete(product: Product): void;
  onRehearse(product: Product): void;
}

/** A category that opens and closes, with its products. */
export function ProductSection({
  category,
  count,
  products,
  headingProps,
  open,
  onToggle,
  onDelete,
  onRehearse,
}: ProductSectionProps) {
  const id = useId();
  const mayEdit = useMay()('catalog.edit');
  return (
    <section className="rounded-card border border-line bg-raised" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} {...headingProps}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-13 w-full items-center gap-2.5 rounded-card px-4 text-left transition-colors duration-(--motion-fast) hover:bg-hover/50 sm:px-5"
        >
          <ChevronRight
            className={classNames(
              'size-4 shrink-0 text-muted transition-transform duration-(--motion-fast)',
              open && 'rotate-90',
            )}
            aria-hidden="true"
          />
          <span className="truncate font-semibold">{category.name}</span>
          <span className="figures text-small text-muted">
            {count}
            <span className="sr-only">{count === 1 ? ' produto' : ' produtos'}</span>
          </span>
        </button>
      </h2>
      <div id={id} hidden={!open}>
        {count === 0 && products.length === 0 ? (
          <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-4 sm:px-5">
            <p className="text-small text-muted">Nenhum produto aqui: a categoria fica escondida na loja.</p>
            {mayEdit ? (
              <LinkButton to="/products/create" tone="secondary" size="small" icon={<Plus className="size-4" />}>
                Adicionar produto
              </LinkButton>
            ) : null}
          </div>
        ) : (
          <List>
            {products.map(({ product, place }) => (
              <ProductRow
                key={product._id}
                product={product}
                place={place}
                mayEdit={mayEdit}
                onDelete={() => onDelete(product)}
                onRehearse={() => onRehearse(product)}
              />
            ))}
          </List>
        )}
      </div>
    </section>
  );
}

interface ProductRowProps {
  product: Product;
  place: Place | null;
  mayEdit: boolean;
  onDelete(): void;
  onRehearse(): void;
}

function ProductRow({ product, place, mayEdit, onDelete, onRehearse }: ProductRowProps) {
  const navigate = useNavigate();
  const edit = `/products/edit/${product._id}`;
  const actions = joinActions(product).length;
  const struck = product.compareAtPrice !== null && product.compareAtPrice > product.price;
  return (
    <ListRow
      data-row={product._id}
      {...place?.itemProps}
      className={classNames(
        'gap-3 data-dragged:bg-accent-soft data-dragged:shadow-soft sm:gap-4',
        place && 'pl-1.5 sm:pl-2',
      )}
    >
      {place ? <span className="-mr-2 sm:-mr-3">{place.handle}</span> : null}
      <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-control bg-hover text-muted">
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
          {product.featured ? <Badge tone="accent">Destaque</Badge> : null}
          {product.problem ? <Badge tone="warn">Ação a corrigir</Badge> : null}
          {product.stock === 0 ? <Badge tone="bad">Esgotado</Badge> : null}
          {product.waiting > 0 ? (
            <Badge tone="info">{product.waiting === 1 ? '1 espera' : `${formatNumber(product.waiting)} esperam`}</Badge>
          ) : null}
        </div>
        <p className="truncate text-small text-muted">
          {descriptionLines(product.description).map(plainLine).join(' · ') || 'Sem descrição'}
        </p>
        <p className="figures mt-0.5 flex flex-wrap gap-x-2 sm:hidden">
          <Price product={product} struck={struck} />
        </p>
      </div>
      <dl className="figures hidden shrink-0 grid-cols-[5rem_5rem] gap-4 text-small lg:grid">
        <div>
          <dt className="text-muted">Estoque</dt>
          <dd>{product.stock === null ? 'Sem limite' : formatNumber(product.stock)}</dd>
        </div>
        <div>
          <dt className="text-muted">Ações</dt>
          <dd>{actions === 0 ? 'Nenhuma' : formatNumber(actions)}</dd>
        </div>
      </dl>
      <p className="figures hidden w-32 shrink-0 flex-col items-end sm:flex">
        <Price product={product} struck={struck} />
      </p>
      {mayEdit ? (
        <Menu
          label={`Ações de ${product.name}`}
          triggerClassName={buttonClass('quiet', 'small', true)}
          trigger={<EllipsisVertical className="size-4.5" aria-hidden="true" />}
          items={[
            { id: 'edit', label: 'Editar', icon: <Pencil />, onSelect: () => void navigate(edit) },
            {
              id: 'duplicate',
              label: 'Duplicar',
              icon: <Copy />,
              onSelect: () => void navigate(`/products/create?copy=${product._id}`),
            },
            { id: 'rehearse', label: 'Simular compra', icon: <FlaskConical />, onSelect: onRehearse },
            { id: 'delete', label: 'Deletar', icon: <Trash2 />, danger: true, onSelect: onDelete },
          ]}
        />
      ) : null}
    </ListRow>
  );
}

function Price({ product, struck }: { product: Product; struck: boolean }) {
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

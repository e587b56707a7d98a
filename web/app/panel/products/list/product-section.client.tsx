import type { Category } from '@vitrine/contract/catalog';
import type { ListedProduct } from '@vitrine/contract/product-list';
import { ChevronRight, Plus } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { formatNumber } from '../../../lib/format.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { List } from '../../../ui/surfaces.tsx';
import { type Place, ProductRow, type RowActions } from './product-row.client.tsx';
import type { Selection } from './use-selection.client.ts';

interface ProductSectionProps {
  category: Category;
  /** How many products it has, also while it is folded. */
  count: number;
  products: { product: ListedProduct; place: Place | null }[];
  /** What the heading needs so that a product can be dragged over it. */
  headingProps: object;
  open: boolean;
  mayEdit: boolean;
  actions: RowActions;
  selection: Selection;
  onToggle(): void;
}

/** A category that opens and folds, with its products. */
export function ProductSection({
  category,
  count,
  products,
  headingProps,
  open,
  mayEdit,
  actions,
  selection,
  onToggle,
}: ProductSectionProps) {
  const id = useId();
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
            {formatNumber(count)}
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
                selection={selection}
                place={place}
                mayEdit={mayEdit}
                actions={actions}
              />
            ))}
          </List>
        )}
      </div>
    </section>
  );
}

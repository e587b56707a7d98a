import { Search, SlidersHorizontal, X } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { controlClass } from '../../ui/field.tsx';

/** The shop window's search field with sorting and bounds of price; `parts/product-search.ts` does the search. */
export function ProductSearch() {
  return (
    <div data-part="search" className="flex gap-2">
      <div className="relative grow">
        <input
          name="busca"
          type="search"
          aria-label="Buscar na loja"
          placeholder="Buscar na loja"
          enterKeyHint="search"
          className={classNames(controlClass, 'px-9.5 [&::-webkit-search-cancel-button]:hidden')}
        />
        {/* Painted behind the field, which gives the height: nothing moves when it arrives. */}
        <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
        <button
          type="button"
          hidden
          data-clear=""
          aria-label="Limpar busca"
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-text"
        >
          <X className="size-4" />
        </button>
        <span role="status" className="sr-only" />
      </div>
      <details className="group relative">
        <summary
          aria-label="Ordenar e filtrar"
          title="Ordenar e filtrar"
          className="grid size-11 place-items-center rounded-control border border-line-strong bg-raised hover:bg-hover group-data-used:border-accent-text group-data-used:bg-accent-soft group-data-used:text-accent-text [&::-webkit-details-marker]:hidden"
        >
          <SlidersHorizontal className="size-4" aria-hidden="true" />
        </summary>
        {/* It takes the focus of a press beside its fields, so that such a press does not close it. */}
        <div tabIndex={-1} className="card absolute top-full right-0 z-30 mt-2 grid w-64 gap-3 p-4 text-small">
          <label className="grid gap-1 font-medium">
            Ordenar
            <select name="ordem" aria-label="Ordenar" className={classNames(controlClass, 'px-3')}>
              <option value="">Na ordem da loja</option>
              <option value="menor">Menor preço primeiro</option>
              <option value="maior">Maior preço primeiro</option>
            </select>
          </label>
          <div className="grid grid-cols-2 gap-3">
            <Bound name="de" label="De R$" />
            <Bound name="ate" label="Até R$" />
          </div>
        </div>
      </details>
    </div>
  );
}

function Bound({ name, label }: { name: string; label: string }) {
  return (
    <label className="grid gap-1 font-medium">
      {label}
      <input name={name} inputMode="decimal" autoComplete="off" className={classNames(controlClass, 'figures px-3')} />
    </label>
  );
}

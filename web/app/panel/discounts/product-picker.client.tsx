import { matchesSearch } from '@vitrine/contract/text-search';
import { useEffect, useRef, useState } from 'react';
import { money } from '../../lib/format.ts';
import { Checkbox } from '../../ui/inputs.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import type { CatalogCategory } from './discount-queries.ts';
import { type Selection, tickOf, toggleCategory, toggleProduct } from './picker.ts';

/** The search field appears from this number of products on. */
const SEARCH_FROM = 8;

interface ProductPickerProps {
  catalog: readonly CatalogCategory[];
  selection: Selection;
  onChange(selection: Selection): void;
}

/** Ticks for categories and their products, by the rules of picker.ts. */
export function ProductPicker({ catalog, selection, onChange }: ProductPickerProps) {
  const [search, setSearch] = useState('');
  const total = catalog.reduce((sum, category) => sum + category.products.length, 0);
  const shown = catalog
    .map((category) => ({
      category,
      named: matchesSearch(search, category.name)
        ? category.named
        : category.named.filter((product) => matchesSearch(search, product.name)),
    }))
    .filter(({ category, named }) => named.length > 0 || matchesSearch(search, category.name));

  return (
    <div className="flex flex-col gap-3">
      {total >= SEARCH_FROM ? (
        <SearchInput label="Buscar categoria ou produto" value={search} onChange={setSearch} />
      ) : null}
      <ul className="max-h-112 divide-y divide-line overflow-y-auto rounded-card border border-line">
        {shown.map(({ category, named }) => (
          <li key={category.id} className="px-4 py-1">
            <TriStateCheckbox
              label={
                <span className="flex justify-between gap-3">
                  <span className="min-w-0 truncate font-medium">{category.name}</span>
                  <span className="figures shrink-0 text-small text-muted">
                    {category.products.filter((id) => selection.products.includes(id)).length}/
                    {category.products.length}
                  </span>
                </span>
              }
              tick={tickOf(selection, category)}
              onToggle={() => onChange(toggleCategory(selection, category))}
            />
            <ul className="ml-8">
              {named.map((product) => (
                <li key={product.id} className="py-0.5">
                  <Checkbox
                    label={
                      <span className="flex justify-between gap-3">
                        <span className="min-w-0 truncate">{product.name}</span>
                        <span className="figures shrink-0 text-small text-muted">{money(product.price)}</span>
                      </span>
                    }
                    className="py-2"
                    checked={selection.products.includes(product.id)}
                    onChange={() => onChange(toggleProduct(selection, category, product.id))}
                  />
                </li>
              ))}
            </ul>
          </li>
        ))}
        {shown.length === 0 ? <li className="px-4 py-6 text-center text-small text-muted">Nada encontrado</li> : null}
      </ul>
      <p role="status" className="figures text-small text-muted">
        {selection.products.length === 1 ? '1 produto escolhido' : `${selection.products.length} produtos escolhidos`}
        {selection.categories.length > 0 ? '; categorias inteiras incluem produtos que você criar depois.' : '.'}
      </p>
    </div>
  );
}

interface TriStateProps {
  label: React.ReactNode;
  tick: 'all' | 'some' | 'none';
  onToggle(): void;
}

function TriStateCheckbox({ label, tick, onToggle }: TriStateProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = tick === 'some';
  }, [tick]);
  return <Checkbox ref={input} label={label} className="py-2" checked={tick === 'all'} onChange={onToggle} />;
}

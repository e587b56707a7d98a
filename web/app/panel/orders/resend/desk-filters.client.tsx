import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select, TextInput } from '../../../ui/inputs.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { type DeskFilter, type FilterField, isFiltered, noFilter } from './delivery-filter.ts';
import { choicesQuery } from './resend-queries.ts';

/** Time without typing before a text goes into the address, in ms. */
const TYPING_MS = 300;

/** What is typed goes into the address after a short rest; a change of the address shows in the field. */
function useTyped(held: string, onTyped: (typed: string | null) => void) {
  const [typed, setTyped] = useState(held);
  useEffect(() => setTyped(held), [held]);
  useEffect(() => {
    if (typed.trim() === held) return;
    const timer = setTimeout(() => onTyped(typed.trim() || null), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return [typed, setTyped] as const;
}

interface DeskFiltersProps {
  filter: DeskFilter;
  onChange(changes: Partial<Record<FilterField, string | null>>): void;
}

/** Narrows the deliveries by product, server, receiver and time. The list of servers shows only if there are several. */
export function DeskFilters({ filter, onChange }: DeskFiltersProps) {
  const { data } = useQuery(choicesQuery(useCurrentStoreId()));
  // On a phone the list begins on the first screen, so the filter opens by a press.
  const [shown, setShown] = useState(isFiltered(filter));
  const [player, setPlayer] = useTyped(filter.player, (typed) => onChange({ player: typed }));
  const [search, setSearch] = useTyped(filter.search, (typed) => onChange({ search: typed }));
  const pick = (field: FilterField) => (event: { target: { value: string } }) =>
    onChange({ [field]: event.target.value || null });
  const servers = data?.servers ?? [];

  return (
    <search className="mb-4 block">
      <SearchInput
        label="Buscar por pedido, ID ou nome"
        value={search}
        maxLength={100}
        onChange={setSearch}
        className="mb-3"
      />
      <Button
        tone="secondary"
        className="w-full sm:hidden"
        icon={<SlidersHorizontal className="size-4" />}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        Filtros
      </Button>
      <div
        className={classNames(
          // A date with its time needs this width, also in 16 px on a touch screen.
          'grid grid-cols-[repeat(auto-fill,minmax(min(16.25rem,100%),1fr))] items-end gap-3 max-sm:mt-3',
          !shown && 'max-sm:hidden',
        )}
      >
        <Field label="Produto">
          <Select value={filter.product} onChange={pick('product')}>
            <option value="">Todos os produtos</option>
            {data?.products.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        {servers.length > 1 || filter.server ? (
          <Field label="Servidor">
            <Select value={filter.server} onChange={pick('server')}>
              <option value="">Todos os destinos</option>
              {servers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        ) : null}
        <Field label="Jogador">
          <TextInput
            placeholder="ID do jogador ou do Discord"
            value={player}
            maxLength={64}
            onChange={(event) => setPlayer(event.target.value)}
          />
        </Field>
        <Field label="Desde">
          <TextInput type="datetime-local" value={filter.from} onChange={pick('from')} />
        </Field>
        <Field label="Até">
          <TextInput type="datetime-local" value={filter.until} onChange={pick('until')} />
        </Field>
        {isFiltered(filter) ? (
          <Button tone="quiet" className="justify-self-start" onClick={() => onChange(noFilter)}>
            Limpar filtros
          </Button>
        ) : null}
      </div>
    </search>
  );
}

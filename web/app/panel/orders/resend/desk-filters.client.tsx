import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select, TextInput } from '../../../ui/inputs.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { type DeskFilter, type FilterField, isFiltered, noFilter } from './delivery-filter.ts';
import { choicesQuery } from './resend-queries.ts';

/** Time without typing before the player goes into the address, in ms. */
const TYPING_MS = 300;

interface DeskFiltersProps {
  filter: DeskFilter;
  onChange(changes: Partial<Record<FilterField, string | null>>): void;
}

/** Narrows the deliveries by product, server, receiver and time. The server's list shows only where there are several. */
export function DeskFilters({ filter, onChange }: DeskFiltersProps) {
  const { data } = useQuery(choicesQuery(useCurrentStoreId()));
  // On a phone the list begins on the first screen, so the filter opens by a press.
  const [shown, setShown] = useState(isFiltered(filter));
  const [player, setPlayer] = useState(filter.player);
  useEffect(() => setPlayer(filter.player), [filter.player]);
  useEffect(() => {
    if (player.trim() === filter.player) return;
    const timer = setTimeout(() => onChange({ player: player.trim() || null }), TYPING_MS);
    return () => clearTimeout(timer);
  });
  const pick = (field: FilterField) => (event: { target: { value: string } }) =>
    onChange({ [field]: event.target.value || null });
  const servers = data?.servers ?? [];

  return (
    <search className="mb-4 block">
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
          'grid grid-cols-1 items-end gap-3 max-sm:mt-3 sm:grid-cols-2 lg:grid-cols-4',
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

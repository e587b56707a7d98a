import type { ProductOption } from '@vitrine/contract/product-options';
import { Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/surfaces.tsx';
import { useSortable } from '../../list/use-sortable.client.tsx';
import { optionSummary } from './option-words.ts';

interface OptionRowsProps {
  options: readonly ProductOption[];
  onChange(options: ProductOption[]): void;
  onEdit(place: number): void;
  onRemove(place: number): void;
  /** What the server refused of each option, by its place. */
  errors: readonly (string | undefined)[];
}

/** The options of a product, sorted by drag or keyboard. */
export default function OptionRows({ options, onChange, onEdit, onRemove, errors }: OptionRowsProps) {
  const sortable = useSortable({
    items: options,
    keyOf: ({ name }) => name,
    nameOf: ({ label }) => label,
    onOrder: onChange,
  });
  return (
    <>
      {sortable.announcement}
      <ol className="divide-y divide-line overflow-hidden rounded-card border border-line">
        {sortable.list.map((option, index) => (
          <li
            key={option.name}
            {...sortable.itemProps(index)}
            className="flex items-center gap-1 bg-raised py-2 pr-2 pl-1 data-dragged:bg-accent-soft"
          >
            {sortable.handle(index)}
            <div className="min-w-0 grow py-0.5">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="wrap-anywhere">{option.label}</span>
                <Badge tone={option.required ? 'ok' : 'neutral'}>{option.required ? 'Obrigatória' : 'Opcional'}</Badge>
              </p>
              <p className="mt-0.5 text-small wrap-anywhere text-muted">
                <code className="text-text">{`{{${option.name}}}`}</code> · {optionSummary(option)}
              </p>
              <p role="alert" className="mt-0.5 text-small text-bad text-pretty empty:hidden">
                {errors[index]}
              </p>
            </div>
            <IconButton label={`Editar opção: ${option.label}`} size="small" onClick={() => onEdit(index)}>
              <Pencil className="size-4" />
            </IconButton>
            <IconButton label={`Remover opção: ${option.label}`} size="small" onClick={() => onRemove(index)}>
              <Trash2 className="size-4" />
            </IconButton>
          </li>
        ))}
      </ol>
    </>
  );
}

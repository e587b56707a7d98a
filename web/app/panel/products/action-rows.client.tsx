import { useQuery } from '@tanstack/react-query';
import { optionWords } from '@vitrine/contract/action-options';
import { serverProblem, serverWords } from '@vitrine/contract/action-servers';
import { actionSentence } from '@vitrine/contract/action-text';
import { type ActionTarget, executionTimingTexts, targetTexts } from '@vitrine/contract/action-types';
import type { Action } from '@vitrine/contract/actions';
import { cityProblems, isUnchecked } from '@vitrine/contract/city-fit';
import { limits } from '@vitrine/contract/limits';
import { optionsAsVariables, type ProductOption } from '@vitrine/contract/product-options';
import { templateProblem } from '@vitrine/contract/templates';
import { Pencil, Trash2, Undo2 } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Badge } from '../../ui/surfaces.tsx';
import { useSortable } from '../list/use-sortable.client.tsx';
import { cityNamesQuery, variablesQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useNamedServers } from '../store/servers-query.ts';
import type { AnyAction } from './action-list.client.tsx';
import { oppositeOf } from './opposite.ts';

interface ActionRowsProps {
  target: ActionTarget;
  actions: readonly AnyAction[];
  onChange(actions: AnyAction[]): void;
  onEdit(place: number): void;
  onRemove(place: number): void;
  onAdd(action: AnyAction): void;
  /** Whether the product expires: then what it gives can be taken away by itself. */
  expires: boolean;
  product: string | undefined;
  options: readonly ProductOption[];
}

/** The actions of a tab as sentences, sorted by drag or keyboard, each with its problems and doubts. */
export default function ActionRows(props: ActionRowsProps) {
  const { target, actions, onChange, onEdit, onRemove, onAdd, expires, product, options } = props;
  const store = useCurrentStoreId();
  const { data } = useQuery(variablesQuery(store));
  const variables = data && [...data, ...optionsAsVariables(options)];
  const { inCity } = targetTexts[target];
  const { data: cities } = useQuery({ ...cityNamesQuery(store), enabled: inCity });
  const whole = (action: AnyAction) => ({ target, ...action }) as Action;
  const servers = useNamedServers();
  const sentence = (action: AnyAction) =>
    [actionSentence(whole(action)), servers && serverWords(whole(action), servers), ...optionWords(whole(action))]
      .filter(Boolean)
      .join(' · ');
  /** Why a stored action no longer runs, in the words of its dialog. */
  const problem = (action: AnyAction) =>
    (variables && templateProblem(whole(action), variables, product)?.text) ??
    (servers && serverProblem(whole(action), servers)) ??
    (variables &&
      cityProblems(whole(action), cities ?? [], variables, product).find(({ kind }) => kind !== 'unsure')?.text);
  const opposite = (action: AnyAction) =>
    expires && actions.length < limits.actionsMax ? oppositeOf(action, actions) : undefined;
  const sortable = useSortable({
    items: actions,
    keyOf: (action) => action.id ?? '',
    nameOf: sentence,
    onOrder: onChange,
  });
  return (
    <>
      {sortable.announcement}
      <ol className="divide-y divide-line overflow-hidden rounded-card border border-line">
        {sortable.list.map((action, index) => (
          <li
            key={action.id}
            {...sortable.itemProps(index)}
            className="flex items-center gap-1 bg-raised py-2 pr-2 pl-1 data-dragged:bg-accent-soft"
          >
            {sortable.handle(index)}
            <div className="min-w-0 grow py-0.5">
              <p className="wrap-anywhere">{sentence(action)}</p>
              <p className="mt-0.5 text-small text-bad text-pretty empty:hidden">{problem(action)}</p>
              {cities && inCity && isUnchecked(whole(action), cities) ? (
                <p className="mt-0.5 text-small text-muted text-pretty">
                  Nome não conferido: {target === 'fivem' ? 'a cidade' : 'o servidor'} não enviou a lista.
                </p>
              ) : null}
              <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
                <Badge tone={action.executionTiming === 'on_confirmation' ? 'ok' : 'neutral'}>
                  {executionTimingTexts[action.executionTiming]}
                </Badge>
                {opposite(action) ? (
                  <Button
                    tone="quiet"
                    size="small"
                    icon={<Undo2 className="size-4" />}
                    aria-label={`Tirar quando expirar: ${sentence(action)}`}
                    onClick={() => onAdd(opposite(action) as AnyAction)}
                  >
                    Tirar quando expirar
                  </Button>
                ) : null}
              </div>
            </div>
            <IconButton label={`Editar ação: ${sentence(action)}`} size="small" onClick={() => onEdit(index)}>
              <Pencil className="size-4" />
            </IconButton>
            <IconButton label={`Remover ação: ${sentence(action)}`} size="small" onClick={() => onRemove(index)}>
              <Trash2 className="size-4" />
            </IconButton>
          </li>
        ))}
      </ol>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { TargetAction } from '@vitrine/contract/action-lists';
import { optionWords } from '@vitrine/contract/action-options';
import { serverProblem, serverWords } from '@vitrine/contract/action-servers';
import { actionSentence } from '@vitrine/contract/action-text';
import { type ActionTarget, executionTimingTexts, targetTexts } from '@vitrine/contract/action-types';
import type { Action } from '@vitrine/contract/actions';
import { limits } from '@vitrine/contract/limits';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { Alert, Badge } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { useSortable } from '../list/use-sortable.client.tsx';
import { cityNamesQuery, variablesQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useNamedServers } from '../store/servers-query.ts';
import type { ActionTab } from './action-tabs.ts';
import { withId } from './product-form-model.ts';

/** It brings the schemas that read drafts, so it loads when the first dialog opens. */
const ActionDialog = lazy(async () => ({ default: (await import('./action-dialog.client.tsx')).ActionDialog }));

/** The rules of actions load with the first action: most products begin without one. */
const loadRules = async () => ({
  ...(await import('@vitrine/contract/city-fit')),
  ...(await import('@vitrine/contract/templates')),
});

function useRules(wanted: boolean): Awaited<ReturnType<typeof loadRules>> | undefined {
  const [rules, setRules] = useState<Awaited<ReturnType<typeof loadRules>>>();
  useEffect(() => {
    if (wanted) void loadRules().then(setRules);
  }, [wanted]);
  return rules;
}

export type AnyAction = TargetAction;

interface ActionListProps {
  tab: ActionTab;
  actions: readonly AnyAction[];
  onChange(actions: AnyAction[]): void;
  /** The product's id; undefined for a new one. */
  product: string | undefined;
  /** The plan has no Discord integration: existing actions stay, and none can be added. */
  blocked?: boolean;
}

/** One tab of actions as sentences, in the order in which they run. Changes are local until the product is saved. */
export function ActionList({ tab, actions, onChange, product, blocked = false }: ActionListProps) {
  const { target } = tab;
  if (!target) {
    return (
      <div className="rounded-card border border-dashed border-line-strong px-5 py-8 text-center">
        <p className="font-medium">{tab.emptyHint}</p>
        <p className="mt-1 text-small text-muted text-pretty">
          A conexão com servidores de {tab.label} ainda não está disponível, então aqui não dá para adicionar ações.
        </p>
      </div>
    );
  }
  return <Filled {...{ target, actions, onChange, product, blocked }} emptyHint={tab.emptyHint} />;
}

interface FilledProps extends Omit<ActionListProps, 'tab'> {
  target: ActionTarget;
  emptyHint: string;
}

function Filled({ target, actions, onChange, product, blocked, emptyHint }: FilledProps) {
  /** Place of the action in the dialog; the length for a new one. */
  const [open, setOpen] = useState<number | null>(null);
  const store = useCurrentStoreId();
  const { data: variables } = useQuery(variablesQuery(store));
  const inCity = targetTexts[target].inCity && actions.length > 0;
  const { data: cities } = useQuery({ ...cityNamesQuery(store), enabled: inCity });
  const rules = useRules(actions.length > 0);
  const whole = (action: AnyAction) => ({ target, ...action }) as Action;
  const servers = useNamedServers();
  const sentence = (action: AnyAction) =>
    [actionSentence(whole(action)), servers && serverWords(whole(action), servers), ...optionWords(whole(action))]
      .filter(Boolean)
      .join(' · ');
  /** Why a stored action no longer runs, in the words of its dialog. */
  const problem = (action: AnyAction) =>
    (variables && rules?.templateProblem(whole(action), variables, product)?.text) ??
    (servers && serverProblem(whole(action), servers)) ??
    (variables &&
      rules?.cityProblems(whole(action), cities ?? [], variables, product).find(({ kind }) => kind !== 'unsure')?.text);
  const sortable = useSortable({
    items: actions,
    keyOf: (action) => action.id ?? '',
    nameOf: sentence,
    onOrder: onChange,
  });
  const addButton = useRef<HTMLButtonElement>(null);
  const full = actions.length >= limits.actionsMax;

  return (
    <div className="flex flex-col gap-3">
      {blocked ? (
        <Alert
          tone="warn"
          title="Seu plano não inclui a integração com o Discord."
          action={
            <LinkButton to="/subscription" tone="secondary" size="small">
              Mudar de plano
            </LinkButton>
          }
        />
      ) : null}
      {actions.length === 0 ? (
        <div className="rounded-card border border-dashed border-line-strong px-5 py-8 text-center">
          <p className="font-medium">{emptyHint}</p>
          <p className="mt-1 text-small text-muted text-pretty">
            Ações acontecem sozinhas depois da compra, ou quando o produto expira.
          </p>
        </div>
      ) : (
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
                  {cities && inCity && rules?.isUnchecked(whole(action), cities) ? (
                    <p className="mt-0.5 text-small text-muted text-pretty">
                      Nome não conferido: a cidade não enviou a lista.
                    </p>
                  ) : null}
                  <div className="mt-1">
                    <Badge tone={action.executionTiming === 'on_confirmation' ? 'ok' : 'neutral'}>
                      {executionTimingTexts[action.executionTiming]}
                    </Badge>
                  </div>
                </div>
                <IconButton label={`Editar ação: ${sentence(action)}`} size="small" onClick={() => setOpen(index)}>
                  <Pencil className="size-4" />
                </IconButton>
                <IconButton
                  label={`Remover ação: ${sentence(action)}`}
                  size="small"
                  onClick={() => {
                    onChange(actions.filter((_, place) => place !== index));
                    notify.success(targetTexts[target].tab.removed);
                    addButton.current?.focus();
                  }}
                >
                  <Trash2 className="size-4" />
                </IconButton>
              </li>
            ))}
          </ol>
        </>
      )}
      {blocked ? null : (
        <div className="flex flex-wrap items-center gap-3">
          {/* The same element before and after the first action, so that the dialog can give the focus back to it. */}
          <Button
            ref={addButton}
            tone="secondary"
            size="small"
            icon={<Plus className="size-4" />}
            disabled={full}
            onClick={() => setOpen(actions.length)}
          >
            {actions.length === 0 ? 'Adicionar ação' : 'Adicionar mais'}
          </Button>
          {full ? (
            <p className="text-small text-muted">Um produto tem no máximo {limits.actionsMax} ações por aba.</p>
          ) : null}
        </div>
      )}
      {open !== null ? (
        <Suspense>
          <ActionDialog
            target={target}
            action={actions[open]}
            product={product}
            onClose={() => setOpen(null)}
            onConfirm={(confirmed) => {
              const action = withId(confirmed);
              const isNew = open >= actions.length;
              onChange(isNew ? [...actions, action] : actions.map((one, place) => (place === open ? action : one)));
              if (isNew) notify.success(targetTexts[target].tab.added);
              setOpen(null);
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

import type { TargetAction } from '@vitrine/contract/action-lists';
import { targetTexts } from '@vitrine/contract/action-types';
import { limits } from '@vitrine/contract/limits';
import type { ProductOption } from '@vitrine/contract/product-options';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Alert, Skeleton } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import type { ActionTab } from './action-tabs.ts';
import { withId } from './product-form-model.ts';

/** It brings the schemas that read drafts, so it loads when the first dialog opens. */
const ActionDialog = lazy(async () => ({ default: (await import('./action-dialog.client.tsx')).ActionDialog }));

/** Most products begin without an action, so the rows and what judges them load with the first one. */
const ActionRows = lazy(() => import('./action-rows.client.tsx'));

export type AnyAction = TargetAction;

interface ActionListProps {
  tab: ActionTab;
  actions: readonly AnyAction[];
  onChange(actions: AnyAction[]): void;
  /** The product's id; undefined for a new one. */
  product: string | undefined;
  /** What the buyer chooses or types: placeholders of the product's actions. */
  options: readonly ProductOption[];
  /** Whether the product expires. */
  expires: boolean;
  /** The plan has no Discord integration: existing actions stay, and none can be added. */
  blocked?: boolean;
}

/** One tab of actions as sentences, in the order in which they run. Changes are local until the product is saved. */
export function ActionList({
  tab: { id: target, emptyHint },
  actions,
  onChange,
  product,
  options,
  expires,
  blocked = false,
}: ActionListProps) {
  /** Place of the action in the dialog; the length for a new one. */
  const [open, setOpen] = useState<number | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const full = actions.length >= limits.actionsMax;
  const remove = (place: number) => {
    onChange(actions.filter((_, other) => other !== place));
    notify.success(targetTexts[target].tab.removed);
    addButton.current?.focus();
  };

  const add = (action: AnyAction) => {
    onChange([...actions, withId(action)]);
    notify.success(targetTexts[target].tab.added);
  };

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
        <Suspense fallback={<Skeleton className="h-20" />}>
          <ActionRows
            {...{ target, actions, onChange, product, options, expires }}
            onEdit={setOpen}
            onRemove={remove}
            onAdd={(action) => {
              add(action);
              // The button that was pressed is gone.
              addButton.current?.focus();
            }}
          />
        </Suspense>
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
            asked={options}
            onClose={() => setOpen(null)}
            onConfirm={(confirmed) => {
              if (open >= actions.length) add(confirmed);
              else onChange(actions.map((one, place) => (place === open ? withId(confirmed) : one)));
              setOpen(null);
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { actionSent, oneName } from '@vitrine/contract/action-lists';
import { targetTexts } from '@vitrine/contract/action-types';
import { limits } from '@vitrine/contract/limits';
import type { Delivery } from '@vitrine/contract/orders';
import { optionsAsVariables } from '@vitrine/contract/product-options';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/inputs.tsx';
import { Alert, SkeletonRows } from '../../../ui/surfaces.tsx';
import { notify } from '../../../ui/toast.tsx';
import { type ActionDraft, checkDraft, draftDoubts, draftOf } from '../../products/action-draft.ts';
import { placeholderOptions } from '../../products/suggestions/placeholders.ts';
import { TargetFields } from '../../products/targets/target-fields.client.tsx';
import { cityNamesQuery, variablesQuery } from '../../store/catalog-queries.ts';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { keyOf, refreshAfter } from '../../store/query-keys.ts';

interface EditDeliveryDialogProps {
  delivery: Delivery;
  open: boolean;
  onClose(): void;
}

/** Corrects what one delivery gives, and sends it. The rules are those of a product's actions. */
export function EditDeliveryDialog({ delivery, open, onClose }: EditDeliveryDialogProps) {
  const store = useCurrentStoreId();
  const { target } = delivery;
  const { inCity } = targetTexts[target];
  const { data, error } = useQuery({
    queryKey: keyOf('POST /deliveries/edit/form', store, delivery.id),
    enabled: open && store !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => call('POST /deliveries/edit/form', { body: { id: delivery.id }, store, signal }),
  });
  const { data: own } = useQuery(variablesQuery(store));
  const variables = own && [...own, ...optionsAsVariables(data?.options ?? [])];
  const { data: cities = [] } = useQuery({ ...cityNamesQuery(store), enabled: inCity });
  const [edited, setEdited] = useState<ActionDraft | null>(null);
  const [reason, setReason] = useState('');
  const action = data && actionSent(data);
  const draft = edited ?? (action && draftOf(action));
  const checked = draft && checkDraft(target, draft, variables, data?.productId, cities);

  const send = async () => {
    if (!checked?.action) return;
    await call('POST /deliveries/edit', {
      body: { id: delivery.id, reason: reason.trim(), [oneName(target)]: checked.action },
      store,
    });
    notify.success('Entrega corrigida e de volta à fila.');
    await refreshAfter('POST /deliveries/edit', store);
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Corrigir e reenviar"
      confirmLabel="Corrigir e reenviar"
      pendingLabel="Corrigindo..."
      dismissLabel="Voltar"
      tone="primary"
      ready={checked?.action !== undefined && reason.trim() !== ''}
      onConfirm={send}
      errorText={(failure) => errorText(failure, 'Erro ao corrigir a entrega')}
    >
      <div className="flex flex-col gap-5 text-text">
        <p className="text-muted">
          Vale só para esta entrega, que vai para {delivery.player}. O produto continua como está.
        </p>
        {delivery.state === 'uncertain' ? (
          <Alert tone="warn" title="Confira antes no jogo">
            Não sabemos se a tentativa anterior chegou. Se chegou, reenviar entrega duas vezes.
          </Alert>
        ) : null}
        {error ? (
          <Alert tone="bad" assertive>
            {errorText(error, 'Erro ao carregar dados')}
          </Alert>
        ) : draft ? (
          <TargetFields
            target={target}
            draft={draft}
            errors={edited ? (checked?.errors ?? {}) : {}}
            city={cities.find(({ id }) => id === draft.server) ?? cities.find(({ game }) => game === target)}
            options={placeholderOptions(variables ?? [])}
            change={(part) => setEdited({ ...draft, ...part })}
          />
        ) : (
          <SkeletonRows rows={1} className="h-16" />
        )}
        {draft && inCity
          ? draftDoubts(target, draft, cities, variables, data?.productId).map((doubt) => (
              <Alert key={doubt} tone="warn">
                {doubt}
              </Alert>
            ))
          : null}
        <Field label="Motivo" help="Fica no registro de alterações, com o antes e o depois.">
          <Textarea
            rows={2}
            className="min-h-16"
            maxLength={limits.resendReasonMax}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </ConfirmDialog>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { DeliveryRetarget } from '@vitrine/contract/deliveries';
import { identityRules, type TypedKind } from '@vitrine/contract/identity';
import { checkoutTexts } from '@vitrine/contract/order-words';
import type { Order } from '@vitrine/contract/orders';
import { useEffect, useMemo } from 'react';
import { Controller, type Resolver, useForm } from 'react-hook-form';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { showAtField } from '../../lib/form-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { useServers } from '../store/servers-query.ts';
import { cityIdOf, correctable, kindLabel } from './player-ids.ts';

/** Corrects the buyer's ids for deliveries that are not made yet. Finished deliveries keep theirs. */
export function RetargetDialog({ order, open, onClose }: { order: Order; open: boolean; onClose(): void }) {
  const subdomain = useCurrentStoreId();
  const servers = useServers();
  const cityId = cityIdOf(order.identities);
  // As a text: when the servers are read again without a change, the same fields stay and keep what was typed.
  const shown = JSON.stringify(correctable(order.identities, servers ?? []));
  const { city, texts } = useMemo(() => JSON.parse(shown) as ReturnType<typeof correctable>, [shown]);
  const start = useMemo(
    () => ({ orderId: order._id, clientId: cityId, discordId: order.discordId, identities: texts }),
    [order._id, cityId, order.discordId, texts],
  );
  const form = useForm({ resolver, defaultValues: start });
  const { errors, isDirty } = form.formState;
  useEffect(() => {
    if (open) form.reset(start);
  }, [open, form, start]);

  const save = useMutation({
    mutationFn: (input: DeliveryRetargetBody) =>
      call('POST /deliveries/retarget', {
        store: subdomain,
        body: {
          orderId: order._id,
          ...(input.clientId !== cityId && { clientId: input.clientId }),
          ...(input.discordId !== order.discordId && { discordId: input.discordId }),
          ...(input.identities?.length && { identities: input.identities }),
        },
      }),
    onSuccess: async () => {
      notify.success('ID corrigido. As entregas pendentes usam o novo ID.');
      onClose();
      await refreshAfter('POST /deliveries/retarget', subdomain);
    },
    onError: (error) => {
      if (!showAtField(form, error)) form.setError('root', { message: errorText(error, 'Erro ao corrigir o ID') });
    },
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Corrigir ID"
      size="sm"
      dismissable={!save.isPending}
      footer={
        <>
          <Button tone="quiet" disabled={save.isPending} onClick={onClose}>
            Voltar
          </Button>
          <Button
            type="submit"
            form="retarget"
            disabled={!isDirty}
            pending={save.isPending}
            pendingLabel="Corrigindo..."
          >
            Corrigir ID
          </Button>
        </>
      }
    >
      <form
        id="retarget"
        noValidate
        onSubmit={form.handleSubmit((input) => save.mutate(input))}
        className="flex flex-col gap-5"
      >
        <p className="text-muted">
          Vale para as entregas deste pedido que ainda não aconteceram. O que já foi entregue fica com o ID antigo.
        </p>
        {city ? (
          <Controller
            control={form.control}
            name="clientId"
            render={({ field }) => (
              <Field label="ID da Cidade" error={errors.clientId && checkoutTexts.cityId}>
                <NumberInput
                  ref={field.ref}
                  value={field.value ?? null}
                  onChange={(value) => field.onChange(value ?? Number.NaN)}
                  onBlur={field.onBlur}
                />
              </Field>
            )}
          />
        ) : null}
        {texts.map(({ kind }, index) => (
          <Field key={kind} label={kindLabel(kind)} error={problemAt(errors.identities, kind)}>
            <TextInput
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={80}
              placeholder={`Ex.: ${identityRules[kind].example}`}
              {...form.register(`identities.${index}.value`)}
            />
          </Field>
        ))}
        <Field label="ID do Discord" error={errors.discordId?.message}>
          <TextInput inputMode="numeric" autoComplete="off" maxLength={20} {...form.register('discordId')} />
        </Field>
        {errors.root ? (
          <Alert tone="bad" assertive>
            {errors.root.message}
          </Alert>
        ) : null}
      </form>
    </Dialog>
  );
}

/** The contract names a wrong id by its kind: `identities.citizen_id`. */
function problemAt(found: unknown, kind: string): string | undefined {
  return (found as Record<string, { message?: string } | undefined> | undefined)?.[kind]?.message;
}

interface RetargetValues {
  orderId: string;
  clientId: number | undefined;
  discordId: string;
  identities: { kind: TypedKind; value: string }[];
}

const checked = zodResolver(DeliveryRetarget);
/** An id that stays empty is not corrected. */
const resolver: Resolver<RetargetValues, unknown, DeliveryRetargetBody> = (values, ...rest) =>
  checked(
    { ...values, identities: values.identities.filter(({ value }) => value.trim() !== '') },
    ...(rest as [never, never]),
  ) as never;

interface DeliveryRetargetBody {
  identities?: { kind: TypedKind; value: string }[] | undefined;
  clientId?: number | undefined;
  discordId?: string | undefined;
}

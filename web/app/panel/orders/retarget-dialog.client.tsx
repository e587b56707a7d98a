import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { DeliveryRetarget } from '@vitrine/contract/deliveries';
import { checkoutTexts } from '@vitrine/contract/order-words';
import type { Order } from '@vitrine/contract/orders';
import { useEffect } from 'react';
import { Controller, useForm } from 'react-hook-form';
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

/** Corrects the buyer's ids for deliveries that are not made yet. Finished deliveries keep theirs. */
export function RetargetDialog({ order, open, onClose }: { order: Order; open: boolean; onClose(): void }) {
  const subdomain = useCurrentStoreId();
  const form = useForm({
    resolver: zodResolver(DeliveryRetarget),
    defaultValues: { orderId: order._id, clientId: order.client, discordId: order.discordId },
  });
  const { errors, isDirty } = form.formState;
  useEffect(() => {
    if (open) form.reset({ orderId: order._id, clientId: order.client, discordId: order.discordId });
  }, [open, form, order._id, order.client, order.discordId]);

  const save = useMutation({
    mutationFn: (input: DeliveryRetargetBody) =>
      call('POST /deliveries/retarget', {
        store: subdomain,
        body: {
          orderId: order._id,
          ...(input.clientId !== order.client && { clientId: input.clientId }),
          ...(input.discordId !== order.discordId && { discordId: input.discordId }),
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
        <Controller
          control={form.control}
          name="clientId"
          render={({ field }) => (
            <Field label="ID da cidade" error={errors.clientId && checkoutTexts.cityId}>
              <NumberInput
                ref={field.ref}
                value={field.value ?? null}
                onChange={(value) => field.onChange(value ?? Number.NaN)}
                onBlur={field.onBlur}
              />
            </Field>
          )}
        />
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

interface DeliveryRetargetBody {
  clientId?: number | undefined;
  discordId?: string | undefined;
}

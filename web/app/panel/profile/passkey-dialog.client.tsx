import { limits } from '@vitrine/contract/limits';
import { useForm } from 'react-hook-form';
import { addPasskey, PasskeyCancelled } from '../../entry/passkey.ts';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { notify } from '../../ui/toast.tsx';
import { refreshAfter } from '../store/query-keys.ts';
import { FormDialog } from './form-dialog.client.tsx';

/** Names a passkey and asks the browser to create it. */
export function PasskeyDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const form = useForm({ defaultValues: { name: '' } });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Adicionar passkey"
      submitLabel="Criar passkey"
      pendingLabel="Criando..."
      failed="Erro ao criar a passkey. Tente de novo."
      onSubmit={async ({ name }) => {
        try {
          await addPasskey(name.trim());
        } catch (error) {
          // The person closed the browser's window: our dialog stays with the typed name.
          if (error instanceof PasskeyCancelled) throw new Error('cancelled');
          throw error;
        }
        await refreshAfter('POST /account/passkeys');
        notify.success('Passkey adicionada.');
      }}
    >
      <Field
        label="Nome"
        help="Para você reconhecer depois: “Celular da Ana”, “Notebook”."
        error={form.formState.errors.name?.message}
      >
        <TextInput
          autoComplete="off"
          maxLength={limits.passkeyNameMax}
          {...form.register('name', { validate: (name) => name.trim() !== '' || 'Dê um nome à passkey.' })}
        />
      </Field>
    </FormDialog>
  );
}

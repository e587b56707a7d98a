import { DELETE_WORD } from '@vitrine/contract/accounts';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { call } from '../../lib/call.ts';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { notify } from '../../ui/toast.tsx';
import { leaveAccount } from '../layout/logout.ts';
import { FormDialog } from './form-dialog.client.tsx';

interface DeleteDialogProps {
  open: boolean;
  onClose(): void;
}

/** Says what the deletion does, asks for a typed word, deletes, and leaves. */
export function DeleteDialog({ open, onClose }: DeleteDialogProps) {
  const navigate = useNavigate();
  const form = useForm({ defaultValues: { confirmation: '' } });
  const { errors } = form.formState;
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Excluir a sua conta?"
      submitLabel="Excluir conta"
      pendingLabel="Excluindo..."
      tone="danger"
      failed="Erro ao excluir a conta"
      onSubmit={async (body) => {
        await call('POST /account/delete', { body });
        leaveAccount();
        await navigate('/login', { replace: true });
        notify.success('Conta excluída.');
      }}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-muted">
        <li>Seu nome, e-mail, senha e logins vinculados são apagados.</li>
        <li>Todos os aparelhos saem da conta, e você sai das equipes das lojas.</li>
        <li>O que você fez nas lojas fica nos registros delas, como “Conta excluída”.</li>
        <li className="text-text">Não dá para desfazer.</li>
      </ul>
      <Field label={`Digite ${DELETE_WORD} para confirmar`} error={errors.confirmation?.message}>
        <TextInput
          autoComplete="off"
          spellCheck={false}
          {...form.register('confirmation', {
            validate: (typed) => typed === DELETE_WORD || `Digite ${DELETE_WORD} para confirmar.`,
          })}
        />
      </Field>
    </FormDialog>
  );
}

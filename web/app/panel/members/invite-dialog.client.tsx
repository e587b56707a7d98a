import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import { MemberInvite } from '@vitrine/contract/members';
import { roleKey } from '@vitrine/contract/roles';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError, errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { showAtField } from '../../lib/form-errors.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { membersQuery } from './members-queries.ts';
import { describeRole } from './role-descriptions.ts';
import { RoleOptions, useGivableRoles } from './role-options.client.tsx';

const blank = { email: '', role: 'attendant' };

/** Invites a person by e-mail: the link works once and for seven days. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const subdomain = useCurrentStoreId();
  const form = useForm({ resolver: zodResolver(MemberInvite), defaultValues: blank });
  const { errors } = form.formState;
  const chosen = form.watch('role');
  const roles = useGivableRoles(useQuery(membersQuery(subdomain)).data?.roles ?? []);
  const role = roles.find((one) => roleKey(one) === chosen);
  const { reset } = form;
  const { reset: forget, ...invite } = useMutation({
    mutationFn: (body: z.infer<typeof MemberInvite>) => call('POST /members/invite', { body, store: subdomain }),
    onSuccess: async (_answer, { email }) => {
      notify.success(`Convite enviado para ${email}.`);
      onClose();
      await refreshAfter('POST /members/invite', subdomain);
    },
    onError: (error) => void showAtField(form, error),
  });
  useEffect(() => {
    if (!open) return;
    reset(blank);
    forget();
  }, [open, reset, forget]);
  const full = invite.error instanceof ApiError && invite.error.code === 'plan_member_limit';

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Convidar membro"
      size="sm"
      dismissable={!invite.isPending}
      footer={
        <>
          <Button tone="quiet" disabled={invite.isPending} onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form="invite" pending={invite.isPending} pendingLabel="Enviando...">
            Enviar convite
          </Button>
        </>
      }
    >
      <form
        id="invite"
        noValidate
        onSubmit={form.handleSubmit((input) => invite.mutate(input))}
        className="flex flex-col gap-5"
      >
        <Field
          label="E-mail"
          help={`O convite vale por ${limits.invitationDays} dias e funciona uma vez, na conta deste e-mail.`}
          error={errors.email?.message}
        >
          <TextInput type="email" autoComplete="off" maxLength={limits.emailMax} {...form.register('email')} />
        </Field>
        <Field label="Papel" help={role && describeRole(role)} error={errors.role?.message}>
          <Select {...form.register('role')}>
            <RoleOptions roles={roles} />
          </Select>
        </Field>
        {invite.isError && !errors.email ? (
          <Alert
            tone="bad"
            assertive
            action={
              full ? (
                <LinkButton to="/subscription" tone="secondary" size="small">
                  Ver planos
                </LinkButton>
              ) : null
            }
          >
            {errorText(invite.error, 'Erro ao enviar o convite')}
          </Alert>
        ) : null}
      </form>
    </Dialog>
  );
}

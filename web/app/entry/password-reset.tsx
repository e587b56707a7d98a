import { zodResolver } from '@hookform/resolvers/zod';
import type { ResetAnswer, WaysAnswer } from '@vitrine/contract/account-answers';
import { PasswordReset } from '@vitrine/contract/accounts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { errorText } from '../lib/api.ts';
import { call } from '../lib/call.ts';
import { showAtField } from '../lib/form-errors.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/inputs.tsx';
import { Alert } from '../ui/surfaces.tsx';
import { notify } from '../ui/toast.tsx';
import type { Route } from './+types/password-reset.ts';
import { AccountFrame, textLink } from './account-frame.tsx';
import { StrengthMeter } from './strength-meter.tsx';
import { WaysTold } from './ways-told.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Nova senha · Vitrine' }];

const NewPassword = PasswordReset.pick({ password: true });

/** The page of the link in the reset mail: `?token=…`. */
export default function PasswordResetPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState<ResetAnswer | null>(null);
  const form = useForm({ resolver: zodResolver(NewPassword) });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(null);
    try {
      const body = { token: params.get('token') ?? '', password };
      const answer = await call('POST /password/reset', { body });
      notify.success('Senha alterada. Entre com a nova senha.');
      // This screen stays only if the new password removed more than the other devices. The person must read what it removed.
      if (answer.dropToken || answer.removed.some(({ kind }) => kind !== 'devices')) setDone(answer);
      else await navigate('/login', { replace: true });
    } catch (error) {
      if (!showAtField(form, error)) setFailure(errorText(error, 'Link inválido ou expirado. Peça um novo.'));
    }
  });

  if (done) return <Done answer={done} />;
  return (
    <AccountFrame
      title="Criar nova senha"
      footer={
        <Link to="/password/forgot" className={textLink}>
          Pedir outro link
        </Link>
      }
    >
      <form noValidate method="post" onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Nova senha" help="De 8 a 50 caracteres." error={errors.password?.message}>
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
          <StrengthMeter password={form.watch('password') ?? ''} />
        </Field>
        {failure ? (
          <Alert tone="bad" assertive>
            {failure}
          </Alert>
        ) : null}
        <Button type="submit" pending={isSubmitting} pendingLabel="Salvando..." className="w-full">
          Salvar nova senha
        </Button>
      </form>
    </AccountFrame>
  );
}

/** Says what the new password removed and what it left, and offers to remove the linked logins too. */
function Done({ answer }: { answer: ResetAnswer }) {
  const [ways, setWays] = useState<WaysAnswer & { dropToken: string | null }>(answer);
  const [pending, setPending] = useState(false);

  const drop = async () => {
    setPending(true);
    try {
      const dropped = await call('POST /password/reset/logins', { body: { token: ways.dropToken ?? '' } });
      setWays({ ...dropped, removed: [...ways.removed, ...dropped.removed], dropToken: null });
      notify.success('Logins vinculados removidos.');
    } catch (error) {
      notify.error(errorText(error, 'Erro ao remover os logins vinculados'));
    } finally {
      setPending(false);
    }
  };

  return (
    <AccountFrame
      title="Senha alterada"
      description="Entre com a nova senha."
      footer={
        <Link to="/login" className={textLink}>
          Entrar
        </Link>
      }
    >
      <div className="flex flex-col gap-4">
        <WaysTold removed={ways.removed} remaining={ways.remaining} />
        {ways.dropToken ? (
          <>
            <p className="text-muted">Não reconhece um login vinculado? Remova: você pode vincular o seu de novo.</p>
            <Button tone="secondary" pending={pending} pendingLabel="Removendo..." onClick={() => void drop()}>
              Remover logins vinculados
            </Button>
          </>
        ) : null}
      </div>
    </AccountFrame>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { Register } from '@vitrine/contract/accounts';
import { limits } from '@vitrine/contract/limits';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { errorText } from '../lib/api.ts';
import { call } from '../lib/call.ts';
import { showAtField } from '../lib/form-errors.ts';
import { withNext } from '../lib/guard.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput, TextInput } from '../ui/inputs.tsx';
import { notify } from '../ui/toast.tsx';
import type { Route } from './+types/register.ts';
import { AccountFrame, textLink } from './account-frame.tsx';
import { SocialButtons } from './social-buttons.tsx';
import { StrengthMeter } from './strength-meter.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Criar conta · Vitrine' }];

export default function RegisterPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const next = params.get('next');
  const form = useForm<Register>({ resolver: zodResolver(Register) });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(
    async (body) => {
      try {
        await call('POST /login/register', { body });
        notify.success('Conta criada com sucesso!');
        await navigate(withNext('/login', next), { state: { email: body.email } });
      } catch (error) {
        showAtField(form, error);
        notify.error(errorText(error, 'Erro ao criar conta'));
      }
    },
    (invalid) => {
      const first = invalid.name ?? invalid.email ?? invalid.password;
      if (first?.message) notify.error(first.message);
    },
  );

  return (
    <AccountFrame
      title="Crie sua conta"
      description="Sua loja no ar em poucos minutos."
      footer={
        <>
          Já tem uma conta?{' '}
          <Link to={withNext('/login', next)} className={textLink}>
            Entrar
          </Link>
        </>
      }
    >
      <form noValidate method="post" onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Nome" error={errors.name?.message}>
          <TextInput autoComplete="name" maxLength={limits.userNameMax + 1} {...form.register('name')} />
        </Field>
        <Field label="E-mail" error={errors.email?.message}>
          <TextInput type="email" autoComplete="username" inputMode="email" {...form.register('email')} />
        </Field>
        <Field label="Senha" help="De 8 a 50 caracteres." error={errors.password?.message}>
          <PasswordInput
            autoComplete="new-password"
            maxLength={limits.passwordMax + 1}
            {...form.register('password')}
          />
          <StrengthMeter password={form.watch('password') ?? ''} />
        </Field>
        <Button type="submit" pending={isSubmitting} pendingLabel="Criando..." className="mt-2 w-full">
          Criar conta
        </Button>
        <SocialButtons next={next} />
      </form>
    </AccountFrame>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import type { User } from '@vitrine/contract/account-answers';
import { lazy, useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { Alert, Badge, Card, List } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { profileQuery } from './profile-query.ts';
import { SettingRow } from './setting-row.client.tsx';

const NameDialog = lazy(async () => ({ default: (await import('./personal-dialogs.client.tsx')).NameDialog }));
const EmailDialog = lazy(async () => ({ default: (await import('./personal-dialogs.client.tsx')).EmailDialog }));
const PasswordDialog = lazy(async () => ({ default: (await import('./password-dialog.client.tsx')).PasswordDialog }));
const SecondFactorDialog = lazy(async () => ({
  default: (await import('./second-factor-dialog.client.tsx')).SecondFactorDialog,
}));

type Asking = 'name' | 'email' | 'password' | 'enable' | 'renew' | 'disable';

/** Name, e-mail, password and second factor of the account. */
export function AccessCard({ user }: { user: User }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  /** The mail that waits to be opened. */
  const [sent, setSent] = useState<{ field: 'email' | 'password'; to: string } | null>(null);
  const refused = useQuery(profileQuery).data?.mailRefused === true;
  const close = () => setAsking(null);
  const second = asking === 'enable' || asking === 'renew' || asking === 'disable' ? asking : null;
  const edit = (what: Asking, label: string, name: string) => (
    <Button size="small" tone="secondary" aria-label={name} onClick={() => setAsking(what)}>
      {label}
    </Button>
  );

  return (
    <Card flush title="Acesso" className="overflow-hidden">
      <List>
        <SettingRow label="Nome" action={edit('name', 'Alterar', 'Alterar nome')}>
          {user.name}
        </SettingRow>
        <SettingRow
          label="E-mail"
          action={
            <>
              {user.email && !user.emailVerified ? (
                <Resend onSent={() => setSent({ field: 'email', to: user.email ?? '' })} />
              ) : null}
              {user.email ? edit('email', 'Alterar', 'Alterar e-mail') : edit('email', 'Adicionar', 'Adicionar e-mail')}
            </>
          }
          note={
            refused ? (
              <Alert tone="warn">
                O servidor deste e-mail recusou nossas mensagens. Confira se o endereço existe ou altere o e-mail: por
                enquanto só mandamos avisos de segurança.
              </Alert>
            ) : sent?.field === 'email' && !(user.emailVerified && user.email === sent.to) ? (
              <Alert>Enviamos um link para {sent.to}. O e-mail passa a valer quando você o abrir.</Alert>
            ) : null
          }
        >
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 break-all">{user.email ?? 'Nenhum ainda'}</span>
            {user.email ? (
              <Badge tone={user.emailVerified ? 'ok' : 'warn'}>
                {user.emailVerified ? 'Confirmado' : 'Não confirmado'}
              </Badge>
            ) : null}
          </span>
        </SettingRow>
        <SettingRow
          label="Senha"
          action={
            user.hasPassword ? (
              edit('password', 'Alterar', 'Alterar senha')
            ) : user.email ? (
              <CreatePassword email={user.email} onSent={(to) => setSent({ field: 'password', to })} />
            ) : null
          }
          note={
            sent?.field === 'password' && !user.hasPassword ? (
              <Alert>Enviamos um link para {sent.to}. Por ele você cria a senha.</Alert>
            ) : null
          }
        >
          {user.hasPassword
            ? 'Definida'
            : user.email
              ? 'Sua conta ainda não tem senha.'
              : 'Sua conta ainda não tem senha: adicione antes um e-mail.'}
        </SettingRow>
        <SettingRow
          label="Verificação em duas etapas"
          action={
            user.secondFactor ? (
              <>
                {edit('renew', 'Novos códigos', 'Gerar novos códigos de recuperação')}
                {edit('disable', 'Desativar', 'Desativar verificação em duas etapas')}
              </>
            ) : user.hasPassword ? (
              edit('enable', 'Ativar', 'Ativar verificação em duas etapas')
            ) : null
          }
        >
          <span className="flex flex-col items-start gap-1">
            {user.hasPassword
              ? 'Ao entrar com senha, um código do seu celular também é pedido.'
              : 'Protege o login com senha: crie uma senha antes.'}
            <Badge tone={user.secondFactor ? 'ok' : 'neutral'}>{user.secondFactor ? 'Ativada' : 'Desativada'}</Badge>
          </span>
        </SettingRow>
      </List>
      <OnDemand when={asking === 'name'}>
        <NameDialog user={user} open={asking === 'name'} onClose={close} />
      </OnDemand>
      <OnDemand when={asking === 'email'}>
        <EmailDialog
          user={user}
          open={asking === 'email'}
          onClose={close}
          onSent={(to) => setSent({ field: 'email', to })}
        />
      </OnDemand>
      <OnDemand when={asking === 'password'}>
        <PasswordDialog user={user} open={asking === 'password'} onClose={close} />
      </OnDemand>
      <OnDemand when={second !== null}>
        <SecondFactorDialog ask={second} onClose={close} />
      </OnDemand>
    </Card>
  );
}

function Resend({ onSent }: { onSent(): void }) {
  const send = useMutation({
    mutationFn: () => call('POST /email/resend', {}),
    onSuccess: onSent,
    onError: (error) => notify.error(errorText(error, 'Erro ao enviar o e-mail')),
  });
  return (
    <Button
      size="small"
      tone="secondary"
      pending={send.isPending}
      pendingLabel="Enviando..."
      onClick={() => send.mutate()}
    >
      Reenviar link
    </Button>
  );
}

/** Sends the mail of a forgotten password, which also sets the first password. */
function CreatePassword({ email, onSent }: { email: string; onSent(to: string): void }) {
  const send = useMutation({
    mutationFn: () => call('POST /password/forgot', { body: { email } }),
    onSuccess: () => onSent(email),
    onError: (error) => notify.error(errorText(error, 'Erro ao enviar o e-mail')),
  });
  return (
    <Button
      size="small"
      tone="secondary"
      pending={send.isPending}
      pendingLabel="Enviando..."
      onClick={() => send.mutate()}
    >
      Criar senha
    </Button>
  );
}

import { useMutation } from '@tanstack/react-query';
import type { User } from '@vitrine/contract/account-answers';
import { useState } from 'react';
import { type Provider, providerNames, startLink } from '../../entry/oauth.ts';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Card, List } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { refreshAfter } from '../store/query-keys.ts';
import { SettingRow } from './setting-row.client.tsx';

/** Adds and removes the linked logins: Discord and Google. */
export function LinkedLoginsCard({ user }: { user: User }) {
  return (
    <Card flush title="Logins vinculados" description="Entre também sem senha." className="overflow-hidden">
      <List>
        <LinkedLogin provider="discord" linked={user.discordId !== null} detail={`ID ${user.discordId}`} />
        <LinkedLogin provider="google" linked={user.googleLinked} />
      </List>
    </Card>
  );
}

interface LinkedLoginProps {
  provider: Provider;
  linked: boolean;
  /** The linked identity, if it is known. */
  detail?: string;
}

function LinkedLogin({ provider, linked, detail }: LinkedLoginProps) {
  const name = providerNames[provider];
  const config = usePublicConfig();
  const [asking, setAsking] = useState(false);
  const link = useMutation({
    mutationFn: () => startLink(provider),
    onError: (error) => notify.error(errorText(error, `Erro ao autenticar com ${name}`)),
  });
  // The button stays busy until the browser has left the page.
  const leaving = link.isPending || link.isSuccess;
  const offered = config?.[provider] === true;

  return (
    <SettingRow
      label={name}
      action={
        linked ? (
          <Button size="small" tone="secondary" aria-label={`Desvincular ${name}`} onClick={() => setAsking(true)}>
            Desvincular
          </Button>
        ) : (
          <Button
            size="small"
            tone="secondary"
            aria-label={`Vincular ${name}`}
            disabled={!offered}
            pending={leaving}
            pendingLabel="Abrindo..."
            onClick={() => link.mutate()}
          >
            Vincular
          </Button>
        )
      }
    >
      {linked
        ? ['Vinculado', detail].filter(Boolean).join(' · ')
        : config && !offered
          ? `O login com ${name} não está configurado nesta instalação.`
          : 'Não vinculado'}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Desvincular o ${name}?`}
        confirmLabel="Desvincular"
        pendingLabel="Desvinculando..."
        dismissLabel="Voltar"
        onConfirm={async () => {
          await call(`POST /account/unlink/${provider}`, {});
          await refreshAfter(`POST /account/unlink/${provider}`);
          notify.success(`${name} desvinculado da sua conta.`);
        }}
        errorText={(error) => errorText(error, `Erro ao desvincular o ${name}`)}
      >
        Você não entra mais com ele. Nada muda nas suas lojas nem em quem já está dentro da conta.
      </ConfirmDialog>
    </SettingRow>
  );
}

import { limits } from '@vitrine/contract/limits';
import type { StoreConnection } from '@vitrine/contract/store-answers';
import { useRef } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { CodeBlock } from './code-block.client.tsx';
import { DownloadScript, WithCode } from './connect/connect-steps.client.tsx';
import { connectTexts } from './connect/connect-texts.ts';
import { RconForm } from './rcon-form.client.tsx';
import { type Made, ServerForm } from './server-form.client.tsx';
import { masked } from './settings-form.ts';

type Server = StoreConnection['servers'][number];

/** What the owner asked for. */
export type Asked =
  | { what: 'add' }
  | { what: 'edit'; server: Server }
  | { what: 'token'; server: Server }
  | { what: 'rotate'; server: Server }
  | { what: 'end'; server: Server }
  | { what: 'rcon'; server: Server }
  | { what: 'rcon-remove'; server: Server }
  | { what: 'decide'; server: Server; script: string; accept: boolean }
  | ({ what: 'lines' } & Made);

interface DialogsProps {
  asked: Asked;
  gameUrl: string;
  onClose(): void;
  onNext(asked: Asked): void;
}

/** The dialog for what the owner asked. A new token is shown once more, with how to connect the server. */
export function ServerDialogs({ asked, gameUrl, onClose, onNext }: DialogsProps) {
  const store = useCurrentStoreId();
  // A confirmed dialog closes itself; then a new token is shown.
  const next = useRef<Asked | null>(null);
  const close = () => (next.current ? onNext(next.current) : onClose());
  const common = { open: true, onOpenChange: (open: boolean) => !open && close(), dismissLabel: 'Voltar' };
  if (asked.what === 'add' || asked.what === 'edit') {
    const server = asked.what === 'edit' ? asked.server : null;
    return <ServerForm server={server} onClose={onClose} onMade={(made) => onNext({ what: 'lines', ...made })} />;
  }
  if (asked.what === 'lines') {
    const { name, game, apiToken } = asked;
    const { place, lines, start } = connectTexts[game];
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={`Conectar ${name}`}
        footer={<Button onClick={onClose}>Pronto</Button>}
      >
        <div className="flex flex-col items-start gap-4 text-muted">
          <WithCode parts={place} />
          <DownloadScript game={game} tone="secondary" onDone={() => undefined} />
          <p className="font-medium text-text">{lines.title}</p>
          <WithCode parts={lines.how} />
          <div className="w-full">
            <CodeBlock
              label={lines.label}
              text={lines.of(apiToken, gameUrl)}
              hidden={lines.of(masked(apiToken), gameUrl)}
              copyLabel="Copiar linhas"
            />
          </div>
          {start.how ? <WithCode parts={start.how} /> : <p>{start.title}.</p>}
        </div>
      </Dialog>
    );
  }
  const { server } = asked;
  if (asked.what === 'rcon') return <RconForm server={server} onClose={onClose} />;
  const body = { id: server.id };
  if (asked.what === 'token') {
    return (
      <ConfirmDialog
        {...common}
        tone="primary"
        title={`Mostrar o token de ${server.name}?`}
        confirmLabel="Mostrar token"
        pendingLabel="Carregando..."
        onConfirm={async () => {
          const { apiToken } = await call('POST /servers/token', { body, store });
          if (apiToken === null) throw new Error('unreadable');
          next.current = { what: 'lines', name: server.name, game: server.game, apiToken };
        }}
        errorText={(error) => errorText(error, 'O token não pôde ser lido. Troque o token.')}
      >
        Quem tem o token conecta um servidor no lugar do seu. Mostre só onde ninguém mais vê.
      </ConfirmDialog>
    );
  }
  if (asked.what === 'rotate') {
    return (
      <ConfirmDialog
        {...common}
        title={`Trocar o token de ${server.name}?`}
        confirmLabel="Trocar token"
        pendingLabel="Trocando..."
        onConfirm={async () => {
          const { apiToken } = await call('POST /servers/token/rotate', { body, store });
          await refreshAfter('POST /servers/token/rotate', store);
          next.current = { what: 'lines', name: server.name, game: server.game, apiToken };
        }}
        errorText={(error) => errorText(error, 'Erro ao trocar o token')}
      >
        Um token novo passa a valer. O antigo funciona por mais {limits.gameTokenOverlapHours} horas.
      </ConfirmDialog>
    );
  }
  if (asked.what === 'end') {
    return (
      <ConfirmDialog
        {...common}
        title={`Remover o servidor ${server.name}?`}
        confirmLabel="Remover servidor"
        pendingLabel="Removendo..."
        onConfirm={async () => {
          await call('POST /servers/end', { body, store });
          await refreshAfter('POST /servers/end', store);
          notify.success('Servidor removido.');
        }}
        errorText={(error) => errorText(error, 'Erro ao remover o servidor')}
      >
        O token deste servidor para de valer agora.
      </ConfirmDialog>
    );
  }
  if (asked.what === 'rcon-remove') {
    return (
      <ConfirmDialog
        {...common}
        title={`Tirar o RCON de ${server.name}?`}
        confirmLabel="Tirar RCON"
        pendingLabel="Tirando..."
        onConfirm={async () => {
          await call('POST /servers/rcon/remove', { body, store });
          await refreshAfter('POST /servers/rcon/remove', store);
          notify.success('RCON tirado. As entregas esperam o plugin.');
        }}
        errorText={(error) => errorText(error, 'Erro ao tirar o RCON')}
      >
        Endereço e senha são apagados. As entregas esperam até o plugin se conectar com o token deste servidor.
      </ConfirmDialog>
    );
  }
  const { accept, script } = asked;
  return (
    <ConfirmDialog
      {...common}
      tone={accept ? 'primary' : 'danger'}
      title={accept ? `Aprovar este servidor para ${server.name}?` : 'Recusar este servidor?'}
      confirmLabel={accept ? 'Aprovar' : 'Recusar'}
      pendingLabel={accept ? 'Aprovando...' : 'Recusando...'}
      onConfirm={async () => {
        await call('POST /servers/decide', { body: { id: script, accept }, store });
        await refreshAfter('POST /servers/decide', store);
        notify.success(accept ? 'Servidor aprovado. Ele assume em segundos.' : 'Servidor recusado.');
      }}
      errorText={(error) => errorText(error, 'Erro ao responder ao servidor')}
    >
      {accept
        ? 'Ele passa a receber as entregas, e o servidor atual deixa de receber. Dinheiro, itens e comandos que estão em andamento no servidor atual ficam para você conferir.'
        : 'Ele nunca recebe entregas por este token. O servidor atual continua.'}
    </ConfirmDialog>
  );
}

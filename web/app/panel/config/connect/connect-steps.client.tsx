import { useMutation } from '@tanstack/react-query';
import { type Game, targetTexts } from '@vitrine/contract/action-types';
import type { Store, StoreConnection } from '@vitrine/contract/store-answers';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { callFile } from '../../../lib/call.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Steps } from '../../../ui/bits.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/surfaces.tsx';
import { notify } from '../../../ui/toast.tsx';
import { RevealToken } from '../../step-up/reveal-token.client.tsx';
import { useMay } from '../../store/may.ts';
import { CodeBlock } from '../code-block.client.tsx';
import { masked } from '../settings-form.ts';
import { Waiting } from '../waiting.client.tsx';
import { connectTexts } from './connect-texts.ts';

/** A text in which every second part is code. */
export const WithCode = ({ parts }: { parts: readonly string[] }) => (
  <p>
    {parts.map((part, place) =>
      place % 2 === 0 ? (
        part
      ) : (
        <code key={part} className="font-mono text-text">
          {part}
        </code>
      ),
    )}
  </p>
);

interface DownloadProps {
  game: Game;
  tone: 'primary' | 'secondary';
  onDone(): void;
}

/** The script or plugin of a game, as this installation has it. */
export function DownloadScript({ game, tone, onDone }: DownloadProps) {
  const { name, file } = connectTexts[game].script;
  const download = useMutation({
    mutationFn: () => callFile('GET /store/script/download', { query: { game }, timeoutMs: 60_000 }),
    onSuccess: (blob) => {
      saveFile(blob, file);
      onDone();
      notify.success(game === 'minecraft' ? 'Download do plugin iniciado!' : 'Download do script iniciado!');
    },
    onError: (error) => notify.error(errorText(error, 'Erro ao baixar o script. Tente novamente.')),
  });
  return (
    <Button
      size="small"
      tone={tone}
      icon={<Download className="size-4" />}
      pending={download.isPending}
      pendingLabel="Baixando..."
      onClick={() => download.mutate()}
    >
      Baixar {name}
    </Button>
  );
}

/** The steps that connect the store's first server, with their live state. */
export function ConnectSteps({ store, connection, game }: { store: Store; connection: StoreConnection; game: Game }) {
  const [done, setDone] = useState({ script: false, token: false, lines: false });
  const own = connection.servers.filter((server) => server.game === game);
  const online = own.some((server) => server.online);
  const known = own.some((server) => server.lastSeenAt !== null);
  const { script, place, lines, start } = connectTexts[game];
  const { apiToken } = store;
  const mayConnect = useMay()('store.connect');
  const order = [done.script || known, done.token || known, done.lines || known, online];
  const current = order.indexOf(false);
  const stateOf = (step: number) => (order[step] ? 'done' : step === current ? 'current' : 'waiting');
  const { badge } = targetTexts[game];

  return (
    <Card
      title={`Conectar um servidor ${game === 'fivem' ? badge : `de ${badge}`}`}
      description="Uns dez minutos, sem abrir nenhuma porta."
    >
      <Steps
        steps={[
          {
            title: `Baixe ${script.name}`,
            state: stateOf(0),
            children: (
              <div className="flex flex-col items-start gap-3">
                <WithCode parts={place} />
                <DownloadScript
                  game={game}
                  tone={known ? 'secondary' : 'primary'}
                  onDone={() => setDone((before) => ({ ...before, script: true }))}
                />
              </div>
            ),
          },
          {
            title: 'Copie o token de identificação',
            state: stateOf(1),
            children:
              apiToken === null ? (
                mayConnect ? (
                  <RevealToken store={store} />
                ) : (
                  <p>Só o proprietário e administradores veem o token.</p>
                )
              ) : (
                <CodeBlock
                  label="Token de identificação"
                  text={apiToken}
                  hidden={masked(apiToken)}
                  copyLabel="Copiar token"
                  onCopied={() => {
                    setDone((before) => ({ ...before, token: true }));
                    notify.success(`Chave privada ${badge} copiada!`);
                  }}
                />
              ),
          },
          {
            title: lines.title,
            state: stateOf(2),
            children: (
              <div className="flex flex-col gap-3">
                <WithCode parts={lines.how} />
                {apiToken === null ? (
                  mayConnect ? (
                    <div>
                      <RevealToken store={store} />
                    </div>
                  ) : null
                ) : (
                  <CodeBlock
                    label={lines.label}
                    text={lines.of(apiToken, connection.gameUrl)}
                    hidden={lines.of(masked(apiToken), connection.gameUrl)}
                    copyLabel="Copiar linhas"
                    onCopied={() => setDone((before) => ({ ...before, token: true, lines: true }))}
                  />
                )}
              </div>
            ),
          },
          {
            title: start.title,
            state: stateOf(3),
            children: (
              <div className="flex flex-col gap-3">
                {start.how ? <WithCode parts={start.how} /> : null}
                <Waiting
                  done={online}
                  waiting={known ? 'Esperando o servidor voltar…' : 'Esperando o servidor conectar…'}
                  ready="Servidor conectado"
                />
              </div>
            ),
          },
        ]}
      />
      {game === 'fivem' ? (
        <p className="mt-5 border-t border-line pt-4 text-small text-muted">
          Produtos com “Executar comando” precisam de uma permissão por comando no server.cfg:{' '}
          <code className="font-mono text-text">add_ace resource.vitrine command.anuncio allow</code>
        </p>
      ) : null}
    </Card>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import type { Store, StoreConnection } from '@vitrine/contract/store-answers';
import { Download, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { callFile } from '../../lib/call.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Steps } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/inputs.tsx';
import { Card, SkeletonRows } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { RevealToken } from '../step-up/reveal-token.client.tsx';
import { useMay } from '../store/may.ts';
import { CodeBlock } from './code-block.client.tsx';
import { connectionQuery } from './connection-query.ts';
import { PolicyNotice } from './policy-notice.client.tsx';
import { RotateToken } from './rotate-token.client.tsx';
import { ServerList } from './server-list.client.tsx';
import { masked, serverLines } from './settings-form.ts';
import type { SettingsTabProps } from './store-tab.client.tsx';
import { Waiting } from './waiting.client.tsx';

/** FiveM servers: the licence notice, the steps with their live state, the connected servers, and the token. */
export function ServersTab({ form, store }: SettingsTabProps) {
  const connection = useQuery(connectionQuery(store.subdomain));
  const { data } = connection;
  const [rotating, setRotating] = useState(false);
  const may = useMay();
  const mayConnect = may('store.connect');

  if (connection.isLoadingError) {
    return (
      <Card>
        <LoadFailure title="Erro ao carregar dados da loja" query={connection} />
      </Card>
    );
  }
  if (!data) return <SkeletonRows rows={3} className="h-40" />;
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
      <div className="flex flex-col gap-4">
        <PolicyNotice confirmed={data.policyConfirmed} mayConfirm={mayConnect} />
        {data.policyConfirmed ? <ConnectSteps store={store} connection={data} /> : null}
      </div>
      <div className="flex flex-col gap-4">
        <ServerList servers={data.servers} gameUrl={data.gameUrl} />
        <Card
          title="ID da cidade no checkout"
          description="A loja pergunta à cidade de quem é o ID. O que a cidade diz não existir, ninguém compra."
        >
          <fieldset disabled={!may('store.edit')} className="min-w-0">
            <Field label="Se a cidade estiver fora do ar ou não souber">
              <Select {...form.register('settings.cityCheck')}>
                <option value="warn">Avisar e deixar comprar</option>
                <option value="require">Não vender</option>
              </Select>
            </Field>
          </fieldset>
        </Card>
        {mayConnect ? (
          <Card
            title="Token de identificação"
            description={`Vazou? Troque. O antigo ainda funciona por ${limits.gameTokenOverlapHours} horas.`}
          >
            <div className="flex flex-wrap items-center gap-4">
              <Button tone="secondary" icon={<RefreshCw className="size-4" />} onClick={() => setRotating(true)}>
                Trocar token
              </Button>
              <a href="/docs" className="rounded-control font-medium text-accent-text underline underline-offset-4">
                Referência da API
              </a>
            </div>
          </Card>
        ) : null}
      </div>
      <RotateToken open={rotating} onClose={() => setRotating(false)} />
    </div>
  );
}

function ConnectSteps({ store, connection }: { store: Store; connection: StoreConnection }) {
  const [done, setDone] = useState({ script: false, token: false, lines: false });
  const online = connection.servers.some((server) => server.online);
  const known = connection.servers.some((server) => server.lastSeenAt !== null);
  const download = useMutation({
    mutationFn: () => callFile('GET /store/script/download', { timeoutMs: 60_000 }),
    onSuccess: (blob) => {
      saveFile(blob, 'vitrine-fivem.zip');
      setDone((before) => ({ ...before, script: true }));
      notify.success('Download do script iniciado!');
    },
    onError: (error) => notify.error(errorText(error, 'Erro ao baixar o script. Tente novamente.')),
  });
  const { apiToken } = store;
  const mayConnect = useMay()('store.connect');
  const order = [done.script || known, done.token || known, done.lines || known, online];
  const current = order.indexOf(false);
  const stateOf = (step: number) => (order[step] ? 'done' : step === current ? 'current' : 'waiting');

  return (
    <Card title="Conectar um servidor FiveM" description="Uns dez minutos, sem abrir nenhuma porta.">
      <Steps
        steps={[
          {
            title: 'Baixe o script',
            state: stateOf(0),
            children: (
              <div className="flex flex-col items-start gap-3">
                <p>
                  Extraia a pasta <code className="font-mono text-text">vitrine</code> dentro de{' '}
                  <code className="font-mono text-text">resources</code>, com este nome.
                </p>
                <Button
                  size="small"
                  tone={known ? 'secondary' : 'primary'}
                  icon={<Download className="size-4" />}
                  pending={download.isPending}
                  pendingLabel="Baixando..."
                  onClick={() => download.mutate()}
                >
                  Baixar o script
                </Button>
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
                    notify.success('Chave privada FiveM copiada!');
                  }}
                />
              ),
          },
          {
            title: 'Cole estas linhas no server.cfg',
            state: stateOf(2),
            children: (
              <div className="flex flex-col gap-3">
                <p>
                  Depois do banco de dados e da base. Use <code className="font-mono text-text">set</code>, nunca{' '}
                  <code className="font-mono text-text">setr</code>: assim o token não chega aos jogadores.
                </p>
                {apiToken === null ? (
                  mayConnect ? (
                    <RevealToken store={store} />
                  ) : null
                ) : (
                  <CodeBlock
                    label="Linhas do server.cfg"
                    text={serverLines(apiToken, connection.gameUrl)}
                    hidden={serverLines(masked(apiToken), connection.gameUrl)}
                    copyLabel="Copiar linhas"
                    onCopied={() => setDone((before) => ({ ...before, token: true, lines: true }))}
                  />
                )}
              </div>
            ),
          },
          {
            title: 'Reinicie o servidor',
            state: stateOf(3),
            children: (
              <Waiting
                done={online}
                waiting={known ? 'Esperando o servidor voltar…' : 'Esperando o servidor conectar…'}
                ready="Servidor conectado"
              />
            ),
          },
        ]}
      />
      <p className="mt-5 border-t border-line pt-4 text-small text-muted">
        Produtos com “Executar comando” precisam de uma permissão por comando no server.cfg:{' '}
        <code className="font-mono text-text">add_ace resource.vitrine command.anuncio allow</code>
      </p>
    </Card>
  );
}

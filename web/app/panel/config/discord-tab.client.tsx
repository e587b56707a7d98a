import { useQuery } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import type { Store } from '@vitrine/contract/store-answers';
import { ExternalLink, Plus } from 'lucide-react';
import { useState } from 'react';
import { Steps } from '../../ui/bits.tsx';
import { Button, buttonClass, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Alert, Card, SkeletonRows } from '../../ui/surfaces.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { RevealToken } from '../step-up/reveal-token.client.tsx';
import { useMay } from '../store/may.ts';
import { CodeBlock } from './code-block.client.tsx';
import { connectionQuery } from './connection-query.ts';
import { type Guild, GuildList } from './guild-list.client.tsx';
import { masked } from './settings-form.ts';
import { Waiting } from './waiting.client.tsx';

/** Discord: the connected servers with what they lack, and the steps to connect one: invite the bot, type `/conectar` in it. */
export function DiscordTab({ store }: { store: Store }) {
  const connection = useQuery(connectionQuery(store.subdomain));
  const { data } = connection;
  /** How many servers there were when the person began to connect one. */
  const [adding, setAdding] = useState<number | null>(null);
  const may = useMay();
  if (data?.discord.guilds.length === 0 && adding === null) setAdding(0);
  if (connection.isLoadingError) {
    return (
      <Card>
        <LoadFailure title="Erro ao carregar dados da loja" query={connection} />
      </Card>
    );
  }
  if (!data) return <SkeletonRows rows={2} className="h-40" />;
  const { inviteUrl, allowedByPlan, guilds } = data.discord;

  if (!allowedByPlan && guilds.length === 0) {
    return (
      <Card>
        <EmptyState
          drawing="plug"
          title="Seu plano não inclui o Discord"
          action={may('plan.manage') ? <LinkButton to="/subscription">Ver planos</LinkButton> : null}
        >
          Com a integração, o bot dá e tira cargos sozinho a cada compra.
        </EmptyState>
      </Card>
    );
  }
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
      {adding === null ? null : <ConnectSteps key={adding} store={store} inviteUrl={inviteUrl} guilds={guilds} />}
      <Card title={guilds.length > 1 ? 'Servidores conectados' : 'Servidor conectado'}>
        {guilds.length === 0 ? (
          <p className="text-muted">Nenhum ainda. Ele aparece aqui assim que o comando for aceito.</p>
        ) : (
          <div className="flex flex-col gap-4">
            <GuildList subdomain={store.subdomain} guilds={guilds} main={data.discord.guild?.id} />
            {allowedByPlan ? null : (
              <Alert
                tone="warn"
                action={
                  may('plan.manage') ? (
                    <LinkButton to="/subscription" size="small" tone="secondary">
                      Ver planos
                    </LinkButton>
                  ) : null
                }
              >
                Seu plano não inclui mais o Discord: as ações esperam.
              </Alert>
            )}
            <p className="text-small text-muted">
              No servidor, <code className="font-mono text-text">/status</code> mostra as permissões do bot e{' '}
              <code className="font-mono text-text">/desconectar</code> desfaz a conexão.
            </p>
            {may('store.connect') && (adding === null || guilds.length > adding) ? (
              <div className="flex flex-wrap gap-3">
                {guilds.length < limits.discordServersMax ? (
                  <Button tone="secondary" icon={<Plus className="size-4" />} onClick={() => setAdding(guilds.length)}>
                    Adicionar servidor
                  </Button>
                ) : null}
                {inviteUrl && guilds.some(({ problem }) => problem) ? (
                  <a href={inviteUrl} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
                    <ExternalLink className="size-4" />
                    Convidar o bot
                  </a>
                ) : null}
              </div>
            ) : null}
          </div>
        )}
      </Card>
    </div>
  );
}

interface ConnectStepsProps {
  store: Store;
  inviteUrl: string | null;
  guilds: readonly Guild[];
}

/** The steps to connect a server: the store's first one, or another. */
function ConnectSteps({ store, inviteUrl, guilds }: ConnectStepsProps) {
  const may = useMay();
  const [before] = useState(() => guilds.map(({ id }) => id));
  const [invited, setInvited] = useState(false);
  const guild = guilds.find(({ id }) => !before.includes(id));
  const command = store.apiToken === null ? null : (secret: string) => `/conectar token:${secret}`;
  return (
    <Card
      title={before.length > 0 ? 'Conectar outro servidor' : 'Conectar o Discord'}
      description={
        before.length > 0
          ? 'Um servidor de apoio ou de facção, por exemplo. Cada ação de um produto diz em qual servidor acontece.'
          : 'O bot dá e tira cargos, bane e desbane, conforme as compras.'
      }
    >
      {inviteUrl === null ? (
        <Alert tone="warn" title="O bot não está disponível aqui">
          Esta instalação da Vitrine ainda não tem um bot do Discord configurado. Fale com quem a administra.
        </Alert>
      ) : (
        <Steps
          steps={[
            {
              title: 'Convide o bot',
              state: guild || invited ? 'done' : 'current',
              children: (
                <div className="flex flex-col items-start gap-3">
                  <p>
                    Escolha o {before.length > 0 ? 'outro servidor' : 'servidor da sua cidade'} e autorize. Deixe o
                    cargo do bot acima dos cargos que ele dá.
                  </p>
                  <a
                    href={inviteUrl}
                    target="_blank"
                    rel="noreferrer"
                    onClick={() => setInvited(true)}
                    className={buttonClass(guild ? 'secondary' : 'primary', 'small')}
                  >
                    <ExternalLink className="size-4" />
                    Convidar o bot
                  </a>
                </div>
              ),
            },
            {
              title: before.length > 0 ? 'Digite o comando nesse servidor' : 'Digite o comando no seu servidor',
              state: guild ? 'done' : invited ? 'current' : 'waiting',
              children:
                command === null || store.apiToken === null ? (
                  may('store.connect') ? (
                    <RevealToken store={store} />
                  ) : (
                    <p>Só o proprietário e administradores veem o comando com o token.</p>
                  )
                ) : (
                  <div className="flex flex-col gap-3">
                    <p>Só você vê o que digita. É preciso ter a permissão “Gerenciar servidor”.</p>
                    <CodeBlock
                      label="Comando do Discord"
                      text={command(store.apiToken)}
                      hidden={command(masked(store.apiToken))}
                      copyLabel="Copiar comando"
                    />
                  </div>
                ),
            },
            {
              title: 'Pronto',
              state: guild ? 'done' : 'waiting',
              children: (
                <Waiting
                  done={guild !== undefined}
                  waiting="Esperando o comando no Discord…"
                  ready={`Conectado a ${guild?.name || 'seu servidor'}`}
                />
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}

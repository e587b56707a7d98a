import { useQuery } from '@tanstack/react-query';
import type { Store } from '@vitrine/contract/store-answers';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { RelativeTime, Steps } from '../../ui/bits.tsx';
import { Button, buttonClass, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Alert, Badge, Card, SkeletonRows } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { RevealToken } from '../step-up/reveal-token.client.tsx';
import { useMay } from '../store/may.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { CodeBlock } from './code-block.client.tsx';
import { connectionQuery } from './connection-query.ts';
import { masked } from './settings-form.ts';
import { Waiting } from './waiting.client.tsx';

/** Discord: invite the bot, type `/conectar` in the server, and see which server is bound and what it lacks. */
export function DiscordTab({ store }: { store: Store }) {
  const connection = useQuery(connectionQuery(store.subdomain));
  const { data } = connection;
  const [invited, setInvited] = useState(false);
  const may = useMay();
  if (connection.isLoadingError) {
    return (
      <Card>
        <LoadFailure title="Erro ao carregar dados da loja" query={connection} />
      </Card>
    );
  }
  if (!data) return <SkeletonRows rows={2} className="h-40" />;
  const { inviteUrl, allowedByPlan, guild } = data.discord;
  const command = store.apiToken === null ? null : (secret: string) => `/conectar token:${secret}`;

  if (!allowedByPlan && !guild) {
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
      <Card title="Conectar o Discord" description="O bot dá e tira cargos, bane e desbane, conforme as compras.">
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
                      Escolha o servidor da sua cidade e autorize. Deixe o cargo do bot acima dos cargos que ele dá.
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
                title: 'Digite o comando no seu servidor',
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
                    done={guild !== null}
                    waiting="Esperando o comando no Discord…"
                    ready={`Conectado a ${guild?.name || 'seu servidor'}`}
                  />
                ),
              },
            ]}
          />
        )}
      </Card>
      <Card title="Servidor conectado">
        {guild ? (
          <div className="flex flex-col gap-4">
            <div className="flex items-start justify-between gap-3">
              <div className="min-w-0">
                <p className="font-medium break-words">{guild.name || guild.id}</p>
                <p className="text-small text-muted">
                  Conectado <RelativeTime at={guild.boundAt} />
                </p>
              </div>
              {guild.problem ? <Badge tone="bad">Com problema</Badge> : <Badge tone="ok">Tudo certo</Badge>}
            </div>
            {guild.problem ? (
              <Alert tone="bad" title="O bot precisa de ajuda">
                {guild.problem}
              </Alert>
            ) : null}
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
            {may('store.connect') ? <Disconnect subdomain={store.subdomain} guild={guild.name || guild.id} /> : null}
          </div>
        ) : (
          <p className="text-muted">Nenhum ainda. Ele aparece aqui assim que o comando for aceito.</p>
        )}
      </Card>
    </div>
  );
}

/** Disconnects after a question. Deliveries that wait for Discord stay queued. */
function Disconnect({ subdomain, guild }: { subdomain: string; guild: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button tone="secondary" className="self-start" onClick={() => setAsking(true)}>
        Desconectar Discord
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Desconectar ${guild}?`}
        confirmLabel="Desconectar"
        pendingLabel="Desconectando..."
        dismissLabel="Voltar"
        onConfirm={async () => {
          await call('POST /discord/disconnect', { body: { subdomain } });
          await refreshAfter('POST /discord/disconnect', subdomain);
          notify.success('Discord desconectado.');
        }}
        errorText={(error) => errorText(error, 'Erro ao desconectar o Discord')}
      >
        O bot para de dar e tirar cargos. As entregas pelo Discord esperam até que um servidor seja conectado de novo.
      </ConfirmDialog>
    </>
  );
}

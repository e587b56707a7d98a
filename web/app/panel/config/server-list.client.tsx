import { targetTexts } from '@vitrine/contract/action-types';
import { identityRules } from '@vitrine/contract/identity';
import { limits } from '@vitrine/contract/limits';
import type { StoreConnection } from '@vitrine/contract/store-answers';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { RelativeTime } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, List } from '../../ui/surfaces.tsx';
import { useMay } from '../store/may.ts';
import { ServerBadge } from '../store/server-badge.client.tsx';
import { type Asked, ServerDialogs } from './server-dialogs.client.tsx';

type Server = StoreConnection['servers'][number];

const frameworks: Record<string, string> = {
  vrp1: 'vRP',
  vrp2: 'vRP 2',
  creative3: 'Creative v3',
  creative4: 'Creative v4/v5',
  creative_network: 'Creative Network',
  qbcore: 'QBCore',
  qbox: 'Qbox',
  esx: 'ESX',
  ox_core: 'ox_core',
  paper: 'Paper',
  spigot: 'Spigot',
  folia: 'Folia',
  velocity: 'Velocity',
  bungeecord: 'BungeeCord',
  mta: 'MTA:SA',
  none: 'Só comandos',
  standalone: 'Só comandos',
};
/** Owners of Minecraft servers call it a plugin. */
const plugins = ['paper', 'spigot', 'folia', 'velocity', 'bungeecord'];
const baseOf = ({ framework, version }: { framework: string; version: string }) =>
  framework === 'rcon'
    ? 'RCON, só comandos'
    : `${frameworks[framework] ?? (framework || 'Base não identificada')} · ${plugins.includes(framework) ? 'plugin' : 'script'} ${version}`;

/** The store's game servers, each with its state, the scripts that wait for its place, and what its owner can change. */
export function ServerList({ servers, gameUrl }: { servers: Server[]; gameUrl: string }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayConnect = useMay()('store.connect');
  return (
    <Card
      flush
      title="Servidores"
      description="Cada servidor tem o próprio token."
      actions={
        mayConnect && servers.length < limits.seatsMax ? (
          <Button
            size="small"
            tone="secondary"
            icon={<Plus className="size-4" />}
            onClick={() => setAsked({ what: 'add' })}
          >
            Adicionar servidor
          </Button>
        ) : null
      }
    >
      <List>
        {servers.map((server) => (
          <li key={server.id} className="flex flex-col gap-2 px-4 py-3.5 sm:px-5">
            <ServerState server={server} />
            {server.waiting.map((script) => (
              <section
                key={script.id}
                aria-label="Servidor à espera"
                className="rounded-control bg-warn-soft px-3 py-2 text-small text-warn"
              >
                <p className="font-medium">
                  {script.refused ? 'Servidor recusado' : 'Um servidor espera sua aprovação'}
                </p>
                <p>{script.text}</p>
                <p>
                  {baseOf(script)} · desde <RelativeTime at={script.firstSeenAt} /> · visto{' '}
                  <RelativeTime at={script.lastSeenAt} />
                </p>
                {mayConnect ? (
                  <div className="mt-2 flex flex-wrap gap-2">
                    <Button
                      size="small"
                      onClick={() => setAsked({ what: 'decide', server, script: script.id, accept: true })}
                    >
                      Aprovar
                    </Button>
                    {script.refused ? null : (
                      <Button
                        size="small"
                        tone="secondary"
                        onClick={() => setAsked({ what: 'decide', server, script: script.id, accept: false })}
                      >
                        Recusar
                      </Button>
                    )}
                  </div>
                ) : null}
              </section>
            ))}
            {mayConnect ? (
              // Words without a box begin where the lines above begin.
              <div className="-ml-3 flex flex-wrap gap-x-1">
                <Button size="small" tone="quiet" onClick={() => setAsked({ what: 'edit', server })}>
                  Editar
                </Button>
                {server.game === 'minecraft' ? (
                  <Button size="small" tone="quiet" onClick={() => setAsked({ what: 'rcon', server })}>
                    {server.rcon ? 'Mudar RCON' : 'RCON'}
                  </Button>
                ) : null}
                {server.rcon ? (
                  <Button size="small" tone="quiet" onClick={() => setAsked({ what: 'rcon-remove', server })}>
                    Tirar RCON
                  </Button>
                ) : null}
                {server.first ? null : (
                  <>
                    <Button size="small" tone="quiet" onClick={() => setAsked({ what: 'token', server })}>
                      Ver token
                    </Button>
                    <Button size="small" tone="quiet" onClick={() => setAsked({ what: 'rotate', server })}>
                      Trocar token
                    </Button>
                    <Button size="small" tone="quiet" onClick={() => setAsked({ what: 'end', server })}>
                      Remover
                    </Button>
                  </>
                )}
              </div>
            ) : null}
          </li>
        ))}
      </List>
      {asked ? (
        <ServerDialogs asked={asked} gameUrl={gameUrl} onClose={() => setAsked(null)} onNext={setAsked} />
      ) : null}
    </Card>
  );
}

function ServerState({ server }: { server: Server }) {
  const { lastSeenAt } = server;
  const queue =
    server.queued > 0
      ? ` · ${server.queued === 1 ? '1 entrega na fila' : `${formatNumber(server.queued)} entregas na fila`}`
      : '';
  return (
    <div>
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 font-medium break-words">{server.name}</p>
        <ServerBadge server={server} />
      </div>
      {lastSeenAt === null ? (
        <p className="text-small text-muted">
          {targetTexts[server.game].badge} · aparece aqui na primeira conexão{queue}
        </p>
      ) : (
        <>
          <p className="text-small text-muted">
            {targetTexts[server.game].badge} · {baseOf(server)}
          </p>
          <p className="text-small text-muted">
            Jogador: {server.identityLabel || identityRules[server.identity].label}
          </p>
          <p className="text-small text-muted">
            {server.online && server.players !== null ? (
              <span className="figures">
                {server.players === 1 ? '1 jogador' : `${formatNumber(server.players)} jogadores`} ·{' '}
              </span>
            ) : null}
            {server.answer !== 'answers' ? 'Último contato ' : server.players === null ? 'Visto ' : 'visto '}
            <RelativeTime at={lastSeenAt} />
            {queue}
          </p>
        </>
      )}
      {server.suggested !== null && server.suggested !== server.identity ? (
        <p className="mt-2 rounded-control bg-warn-soft px-3 py-2 text-small text-warn">
          Esta base conhece os jogadores por {identityRules[server.suggested].label}, e o checkout pede{' '}
          {server.identityLabel || identityRules[server.identity].label}. Ajuste em Editar.
        </p>
      ) : null}
      {server.rcon?.host ? (
        <p className="text-small break-words text-muted">
          Comandos para {server.rcon.host.includes(':') ? `[${server.rcon.host}]` : server.rcon.host}:{server.rcon.port}
        </p>
      ) : null}
      {server.rcon?.problem ? (
        <p className="mt-2 rounded-control bg-warn-soft px-3 py-2 text-small text-warn">{server.rcon.problem}</p>
      ) : null}
      {server.notice ? (
        <p className="mt-2 rounded-control bg-warn-soft px-3 py-2 text-small text-warn">{server.notice}</p>
      ) : null}
    </div>
  );
}

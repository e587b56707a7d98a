import { useQuery } from '@tanstack/react-query';
import type { StoreConnection } from '@vitrine/contract/store-answers';
import { useEffect, useState } from 'react';
import { Badge } from '../../ui/surfaces.tsx';
import { useCurrentStoreId } from './current-store.ts';
import { type ServerState, serverState } from './server-state.ts';
import { storeConnectionQuery } from './servers-query.ts';

type Server = StoreConnection['servers'][number];

/** How the server stands now. It counts the seconds of a silent one. */
function useServerState(server: Server): ServerState {
  const read = useQuery(storeConnectionQuery(useCurrentStoreId())).dataUpdatedAt;
  const [now, setNow] = useState(() => Date.now());
  const silent = server.answer === 'silent';
  useEffect(() => {
    if (!silent) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [silent]);
  return serverState(server, (now - read) / 1000);
}

export function ServerBadge({ server }: { server: Server }) {
  const { text, tone } = useServerState(server);
  return (
    <span className="figures">
      <Badge tone={tone}>{text}</Badge>
    </span>
  );
}

/** The most servers in a short list. Servers in trouble come first. */
const SHOWN = 3;

/** The store's game servers with their state, for places with little room. Nothing before the first one has connected. */
export function ServerStates({ className }: { className?: string }) {
  const { data } = useQuery(storeConnectionQuery(useCurrentStoreId()));
  const known = (data?.servers ?? []).filter(({ answer }) => answer !== 'never');
  if (known.length === 0) return null;
  const troubled = known.filter(({ answer }) => answer !== 'answers');
  const sorted = [...troubled, ...known.filter((server) => !troubled.includes(server))];
  const rest = sorted.length - SHOWN;
  return (
    <ul aria-label="Servidores do jogo" className={className}>
      {sorted.slice(0, SHOWN).map((server) => (
        <li
          key={server.id}
          className="flex min-w-0 flex-wrap items-center justify-between gap-x-2 gap-y-0.5 text-small"
        >
          <span className="min-w-0 truncate text-muted">{server.name}</span>
          <ServerBadge server={server} />
        </li>
      ))}
      {rest > 0 ? <li className="text-small text-muted">{rest === 1 ? 'e mais 1' : `e mais ${rest}`}</li> : null}
    </ul>
  );
}

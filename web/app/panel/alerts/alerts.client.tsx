import { useQuery } from '@tanstack/react-query';
import type { Alert } from '@vitrine/contract/alerts';
import { ChevronRight } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/bits.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Badge, Card, List, PageHeader, SkeletonRows, type Tone } from '../../ui/surfaces.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useTab } from '../layout/use-tab.ts';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { alertsQuery } from '../store/alerts-query.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';

const AlertSettings = lazy(async () => ({ default: (await import('./alert-settings.client.tsx')).AlertSettings }));

const OwnNotices = lazy(async () => ({ default: (await import('./own-notices.client.tsx')).OwnNotices }));

const BrowserNotices = lazy(async () => ({ default: (await import('./browser-notices.client.tsx')).BrowserNotices }));

/** /alerts: what in the store needs somebody now, what needed somebody in the last 30 days, and how members and store are told. */
export function Alerts() {
  const may = useMay();
  const mayEdit = may('store.edit');
  const [tab, open] = useTab(['lista', 'meus', 'avisos', 'navegador'] as const);
  return (
    <>
      <PageHeader
        title="Alertas"
        description="O que precisa de você agora, e o que já passou. Cada alerta chega uma vez quando começa e uma vez quando termina."
      />
      <Tabs
        label="Alertas"
        selected={tab === 'avisos' && !mayEdit ? 'lista' : tab}
        onSelect={(id) => open(id)}
        tabs={[
          { id: 'lista', label: 'Alertas', content: <AlertLists /> },
          { id: 'meus', label: 'Meus avisos', content: <Late of={<OwnNotices />} /> },
          ...(mayEdit ? [{ id: 'avisos', label: 'Como avisar', content: <Late of={<AlertSettings />} /> }] : []),
          { id: 'navegador', label: 'Neste navegador', content: <Late of={<BrowserNotices />} /> },
        ]}
      />
    </>
  );
}

function Late({ of }: { of: ReactNode }) {
  return <Suspense fallback={<SkeletonRows rows={4} />}>{of}</Suspense>;
}

function AlertLists() {
  const query = useQuery(alertsQuery(useCurrentStoreId()));
  if (query.isLoadingError) {
    return (
      <Card>
        <LoadFailure title="Erro ao carregar dados" query={query} />
      </Card>
    );
  }
  if (!query.data) return <SkeletonRows rows={4} />;
  const standing = query.data.alerts.filter(({ state }) => state !== 'well');
  const ended = query.data.alerts.filter(({ state }) => state === 'well');
  return (
    <div className="flex flex-col gap-6">
      <Card flush title="Agora" className="overflow-hidden">
        {standing.length === 0 ? (
          <EmptyState drawing="plug" title="Tudo em ordem">
            Se um servidor ficar sem contato, uma entrega falhar ou um token for recusado, aparece aqui.
          </EmptyState>
        ) : (
          <List aria-label="Alertas de agora">
            {standing.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </List>
        )}
      </Card>
      {ended.length > 0 ? (
        <Card flush title="Últimos 30 dias" className="overflow-hidden">
          <List aria-label="Alertas que terminaram">
            {ended.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </List>
        </Card>
      ) : null}
    </div>
  );
}

function badgeOf({ state, severe }: Alert): { tone: Tone; word: string } {
  if (state === 'well') return { tone: 'neutral', word: 'Resolvido' };
  if (state === 'calm') return { tone: 'ok', word: 'Normalizou, em observação' };
  return severe ? { tone: 'bad', word: 'Grave' } : { tone: 'warn', word: 'Atenção' };
}

function AlertRow({ alert }: { alert: Alert }) {
  const { tone, word } = badgeOf(alert);
  return (
    <li>
      <Link
        to={alert.href}
        className="flex min-h-16 items-center gap-3 px-4 py-3 -outline-offset-2 transition-colors duration-(--motion-fast) hover:bg-hover sm:px-5"
      >
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={tone}>{word}</Badge>
            <span className="text-small text-muted">
              {alert.endedAt ? 'terminou ' : 'começou '}
              <RelativeTime at={alert.endedAt ?? alert.begunAt} />
            </span>
          </span>
          <span className="mt-1.5 block wrap-anywhere">{alert.text}</span>
        </span>
        <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden="true" />
      </Link>
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Crown, LogOut, type LucideIcon, Receipt, Store } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import type { FailedReturn } from '../../entry/oauth.ts';
import { formatNumber } from '../../lib/format.ts';
import { useAppStore } from '../../state/app-store.ts';
import { Avatar } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton, SkeletonRows } from '../../ui/surfaces.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { logout } from '../layout/logout.ts';
import { useTab } from '../layout/use-tab.ts';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { LoginFailure } from './login-failure.client.tsx';
import { profileQuery } from './profile-query.ts';
import { Overview, Stores } from './profile-tabs.client.tsx';

const AccountTab = lazy(async () => ({ default: (await import('./account-tab.client.tsx')).AccountTab }));

const tabIds = ['geral', 'lojas', 'conta'] as const;

/**
 * The owner's landing page: the person, three figures, the two tabs of SPEC.md section 2, and the account's tab.
 * `failedReturn` is a login at a provider that failed.
 */
export function Profile({ failedReturn }: { failedReturn: FailedReturn | null }) {
  const user = useAppStore((state) => state.auth.user);
  const [tab, open] = useTab(tabIds);
  const query = useQuery(profileQuery);
  const { data, isError } = query;
  // Another tab or device may have changed the stored user: a verified e-mail, a linked login.
  useEffect(() => {
    if (data) useAppStore.getState().userChanged(data.user);
  }, [data]);
  if (!user) return null;
  const failed = isError ? (
    <Card>
      <LoadFailure title="Erro ao carregar dados" query={query} />
    </Card>
  ) : null;

  return (
    <div className="flex flex-col gap-6">
      <Card className="flex flex-wrap items-center gap-4 sm:gap-5">
        <Avatar name={user.name} src={user.avatar} className="size-16 text-title" />
        <div className="min-w-0 grow basis-40">
          <h1 className="truncate text-display font-semibold tracking-tight">{user.name}</h1>
          <p className="truncate text-muted">{user.email ?? 'Sem e-mail'}</p>
          <p className="figures text-small wrap-anywhere text-muted">ID: {user.id}</p>
        </div>
        <Button tone="secondary" icon={<LogOut className="size-4" />} onClick={() => void logout()}>
          Sair
        </Button>
      </Card>

      {failedReturn ? <LoginFailure {...failedReturn} /> : null}
      {isError ? null : (
        <ul aria-label="Resumo" className="grid grid-cols-3 gap-2 sm:gap-3">
          <Stat label="Pedidos" value={data && formatNumber(data.orders)} Icon={Receipt} />
          <Stat label="Lojas" value={data && formatNumber(data.stores)} Icon={Store} />
          <Stat label="Plano" value={data?.plan} Icon={Crown} />
        </ul>
      )}
      <Tabs
        label="Perfil"
        selected={tab}
        onSelect={(id) => open(id)}
        tabs={[
          {
            id: 'geral',
            label: 'Visão Geral',
            content: failed ?? <Overview activity={data?.activity} stores={data?.storeList} />,
          },
          { id: 'lojas', label: 'Minhas Lojas', content: failed ?? <Stores stores={data?.storeList} /> },
          {
            id: 'conta',
            label: 'Conta',
            content: (
              <Suspense fallback={<SkeletonRows rows={3} className="h-40" />}>
                <AccountTab user={user} />
              </Suspense>
            ),
          },
        ]}
      />
    </div>
  );
}

function Stat({ label, value, Icon }: { label: string; value: string | undefined; Icon: LucideIcon }) {
  return (
    <li className="flex items-center gap-4 rounded-card border border-line bg-raised p-3 sm:p-4">
      <span className="hidden size-11 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-text sm:grid">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <p className="text-small text-muted">{label}</p>
        <div className="figures truncate text-title font-semibold">
          {value ?? <Skeleton className="my-1.5 h-4 w-12" />}
        </div>
      </div>
    </li>
  );
}

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Profile as ProfileAnswer } from '@vitrine/contract/accounts';
import { Crown, LayoutDashboard, LogOut, type LucideIcon, PackagePlus, Receipt, Settings, Store } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type Provider, rememberLogin, startAddress } from '../../account/oauth.ts';
import { api } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { useAppStore } from '../../state/app-store.ts';
import { Avatar, RelativeTime } from '../../ui/bits.tsx';
import { Button, buttonClass, LinkButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Alert, Badge, Card, List, ListRow, Skeleton, SkeletonRows } from '../../ui/surfaces.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { logout } from '../shell/logout.ts';

const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api<ProfileAnswer>('GET', '/profile', { signal }),
});

const tabIds = ['geral', 'lojas'] as const;

/**
 * The owner's landing page: who one is, three figures, and the two tabs of SPEC.md section 2.
 * `failure` is why a provider could not be added to the account.
 */
export function Profile({ failure }: { failure: string | undefined }) {
  const user = useAppStore((state) => state.auth.user);
  const [query, setQuery] = useSearchParams();
  const { data, isError, isFetching, refetch } = useQuery(profileQuery);
  // Another tab or device may have changed what is kept here: a verified e-mail, a linked login.
  useEffect(() => {
    if (data) useAppStore.getState().userChanged(data.user);
  }, [data]);
  if (!user) return null;
  const failed = isError ? (
    <Card>
      <ErrorState title="Erro ao carregar dados" retrying={isFetching} onRetry={() => void refetch()} />
    </Card>
  ) : null;
  const tab = tabIds.find((id) => id === query.get('tab')) ?? 'geral';

  return (
    <div className="flex flex-col gap-6">
      <Card className="flex flex-wrap items-center gap-4 sm:gap-5">
        <Avatar name={user.name} src={user.avatar} className="size-16 text-title" />
        <div className="min-w-0 grow">
          <h1 className="truncate text-display font-semibold tracking-tight">{user.name}</h1>
          <p className="truncate text-muted">{user.email ?? 'Sem e-mail'}</p>
          <p className="figures truncate text-small text-muted">ID: {user.id}</p>
        </div>
        <Button tone="secondary" icon={<LogOut className="size-4" />} onClick={() => void logout()}>
          Sair
        </Button>
      </Card>

      {failure ? (
        <Alert tone="bad" title="Não foi possível vincular" assertive>
          {failure}
        </Alert>
      ) : null}
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
        onSelect={(id) => setQuery(id === 'geral' ? {} : { tab: id }, { replace: true, preventScrollReset: true })}
        tabs={[
          { id: 'geral', label: 'Visão Geral', content: failed ?? <Overview activity={data?.activity} /> },
          { id: 'lojas', label: 'Minhas Lojas', content: failed ?? <Stores stores={data?.storeList} /> },
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

const quickActions: { to: string; label: string; text: string; Icon: LucideIcon }[] = [
  { to: '/dashboard', label: 'Dashboard', text: 'Vendas e pedidos do dia', Icon: LayoutDashboard },
  { to: '/products/create', label: 'Novo produto', text: 'Coloque algo à venda', Icon: PackagePlus },
  { to: '/config', label: 'Configurações', text: 'Loja, pagamentos e servidor', Icon: Settings },
  { to: '/subscription', label: 'Assinatura', text: 'Seu plano e seus limites', Icon: Crown },
];

function Overview({ activity }: { activity: ProfileAnswer['activity'] | undefined }) {
  return (
    <div className="grid gap-6 lg:grid-cols-[1fr_1.2fr]">
      <section aria-labelledby="quick-actions">
        <h2 id="quick-actions" className="mb-3 font-semibold">
          Ações rápidas
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
          {quickActions.map(({ to, label, text, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex items-center gap-4 rounded-card border border-line bg-raised p-4 transition-colors duration-(--motion-fast) hover:border-line-strong hover:bg-hover"
              >
                <Icon className="size-5 shrink-0 text-accent-text" aria-hidden="true" />
                <span className="min-w-0">
                  <span className="block font-medium">{label}</span>
                  <span className="block text-small text-muted">{text}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="activity">
        <h2 id="activity" className="mb-3 font-semibold">
          Atividade recente
        </h2>
        <Card flush className="overflow-hidden">
          {activity === undefined ? (
            <div className="p-4">
              <SkeletonRows rows={4} className="h-10" />
            </div>
          ) : activity.length === 0 ? (
            <EmptyState drawing="receipt" title="Nada por aqui ainda">
              Pedidos e mudanças das suas lojas aparecem nesta lista.
            </EmptyState>
          ) : (
            <List className="border-t-0">
              {activity.map((entry) => (
                <ListRow key={entry.id} className="flex-wrap justify-between gap-y-0">
                  <span className="min-w-0">
                    <span className="block">{entry.text}</span>
                    <span className="block text-small text-muted">{entry.store}</span>
                  </span>
                  <RelativeTime at={entry.at} className="text-small whitespace-nowrap text-muted" />
                </ListRow>
              ))}
            </List>
          )}
        </Card>
      </section>
    </div>
  );
}

function Stores({ stores }: { stores: ProfileAnswer['storeList'] | undefined }) {
  if (stores === undefined) return <SkeletonRows rows={3} />;
  if (stores.length === 0) {
    return (
      <Card>
        <EmptyState
          drawing="shelf"
          title="Você ainda não tem uma loja"
          action={<LinkButton to="/store/create">Criar minha loja</LinkButton>}
        >
          Escolha um nome e um endereço: a sua vitrine fica pronta na hora.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card
      flush
      title="Minhas lojas"
      className="overflow-hidden"
      actions={
        <Link to="/dashboard" className={buttonClass('secondary', 'small')}>
          Gerenciar Lojas
        </Link>
      }
    >
      <List>
        {stores.map((store) => (
          <ListRow key={store.id}>
            <Avatar name={store.name} square className="size-10" />
            <div className="min-w-0 grow">
              <p className="truncate font-medium">{store.name}</p>
              <p className="truncate text-small text-muted">
                {formatNumber(store.products)} produtos · {formatNumber(store.orders)} pedidos
              </p>
            </div>
            <Badge tone={store.status === 'Ativa' ? 'ok' : 'neutral'}>{store.status}</Badge>
          </ListRow>
        ))}
      </List>
    </Card>
  );
}

/** Not logged in after an OAuth return: the auth state's error, and the way to start that login again. */
export function OauthFailure({ provider, name }: { provider: Provider; name: string }) {
  const error = useAppStore((state) => state.auth.error);
  return (
    <div className="mx-auto max-w-md py-10">
      <Card>
        <ErrorState title={`Erro: ${error ?? `Falha no login via ${name}.`}`}>
          <p>Sua conta não foi alterada.</p>
          <div className="mt-5 flex flex-wrap justify-center gap-2">
            <a href={startAddress(provider)} onClick={() => rememberLogin(provider)} className={buttonClass()}>
              Tentar novamente
            </a>
            <LinkButton to="/login" tone="quiet">
              Entrar com e-mail
            </LinkButton>
          </div>
        </ErrorState>
      </Card>
    </div>
  );
}

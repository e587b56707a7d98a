import { useQuery } from '@tanstack/react-query';
import { LogOut, Palette, Search, UserRound } from 'lucide-react';
import { lazy, useState } from 'react';
import { Link, NavLink, useNavigate } from 'react-router';
import { classNames } from '../../lib/class-names.ts';
import { formatNumber, money } from '../../lib/format.ts';
import { Logo } from '../../lib/logo.tsx';
import { useAppStore } from '../../state/app-store.ts';
import { Avatar } from '../../ui/bits.tsx';
import { Menu } from '../../ui/menu.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { Skeleton } from '../../ui/surfaces.tsx';
import { Key, MOD } from '../keys/key.tsx';
import { alertsQuery } from '../store/alerts-query.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useHome, useMayOpen, useMaySee } from '../store/may.ts';
import { ServerStates } from '../store/server-badge.client.tsx';
import { dashboardQuery } from '../store/store-queries.ts';
import { logout } from './logout.ts';
import { menuGroups } from './menu-entries.ts';
import { StoreSwitcher } from './store-switcher.client.tsx';

const LookDialog = lazy(() => import('../look/look-dialog.client.tsx'));

/** The dashboard's sidebar: store and search on top, menu, the day's figures and the account at the foot. */
export function Sidebar({ onNavigate, onSearch }: { onNavigate(): void; onSearch(): void }) {
  const mayOpen = useMayOpen();
  const seesStore = useMaySee('store.read');
  const seesFigures = useMaySee('dashboard.read');
  const groups = menuGroups
    .map((group) => ({ ...group, entries: group.entries.filter(({ to }) => mayOpen(to)) }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <div className="flex h-full flex-col gap-4 overflow-y-auto p-4">
      <Link to={useHome()} onClick={onNavigate} className="rounded-control px-1">
        <Logo />
      </Link>
      <StoreSwitcher />
      <button
        type="button"
        onClick={onSearch}
        className="-mt-2 flex min-h-11 items-center gap-3 rounded-control border border-line bg-surface px-3 text-left text-muted transition-colors duration-(--motion-fast) hover:bg-hover hover:text-text pointer-fine:min-h-9"
      >
        <Search className="size-4.5 shrink-0" aria-hidden="true" />
        <span className="grow">Buscar</span>
        <span aria-hidden="true" className="flex gap-1 not-pointer-fine:hidden">
          <Key>{MOD}</Key>
          <Key>K</Key>
        </span>
      </button>
      <nav aria-label="Painel" className="flex flex-col gap-3">
        {groups.map((group) => (
          <div key={group.label ?? 'main'}>
            {group.label ? <p className="px-3 pb-1 text-small text-muted">{group.label}</p> : null}
            <ul>
              {group.entries.map(({ to, label, Icon }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    onClick={onNavigate}
                    className={({ isActive }) =>
                      classNames(
                        'flex min-h-11 items-center gap-3 rounded-control px-3 transition-colors duration-(--motion-fast) pointer-fine:min-h-9',
                        isActive
                          ? 'bg-accent-soft font-medium text-accent-text'
                          : 'text-muted hover:bg-hover hover:text-text',
                      )
                    }
                  >
                    <Icon className="size-4.5 shrink-0" aria-hidden="true" />
                    {label}
                    {to === '/alerts' ? <OpenAlerts /> : null}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="mt-auto flex flex-col gap-3">
        {seesStore ? <ServerStates className="flex flex-col gap-1.5 px-1" /> : null}
        {seesFigures ? <TodayFigures /> : null}
        <AccountMenu />
      </div>
    </div>
  );
}

/** How many alerts stand; nothing without any. */
function OpenAlerts() {
  const { data } = useQuery(alertsQuery(useCurrentStoreId()));
  if (!data || data.open === 0) return null;
  return (
    <span className="figures ml-auto min-w-6 rounded-full bg-warn-soft px-2 text-center text-small font-semibold text-warn">
      {data.open}
      <span className="sr-only"> {data.open === 1 ? 'alerta aberto' : 'alertas abertos'}</span>
    </span>
  );
}

/** 'Vendas Hoje' and 'Pedidos' of the current store; a dash while they are unknown. */
function TodayFigures() {
  const { data, isPending, isEnabled } = useQuery(dashboardQuery(useCurrentStoreId()));
  const loading = isEnabled && isPending;
  const figures = [
    ['Vendas Hoje', data ? money(data.analytics.salesToday) : '—'],
    ['Pedidos', data ? formatNumber(data.analytics.ordersToday) : '—'],
  ] as const;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-2 rounded-control border border-line bg-surface p-3">
      {figures.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-small whitespace-nowrap text-muted">{label}</dt>
          <dd className="figures truncate font-semibold">{loading ? <Skeleton className="my-1 h-4 w-16" /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

function AccountMenu() {
  const user = useAppStore((state) => state.auth.user);
  const navigate = useNavigate();
  const [looking, setLooking] = useState(false);
  if (!user) return null;
  return (
    <>
      <Menu
        label="Sua conta"
        placement="top start"
        triggerClassName="flex w-full items-center gap-3 rounded-control p-2 text-left transition-colors duration-(--motion-fast) hover:bg-hover"
        trigger={
          <>
            <Avatar name={user.name} src={user.avatar} />
            <span className="min-w-0">
              <span className="block truncate font-medium">{user.name}</span>
              <span className="block truncate text-small text-muted">{user.email}</span>
            </span>
          </>
        }
        items={[
          { id: 'profile', label: 'Meu Perfil', icon: <UserRound />, onSelect: () => void navigate('/profile') },
          { id: 'look', label: 'Aparência do painel', icon: <Palette />, onSelect: () => setLooking(true) },
          { id: 'logout', label: 'Sair', icon: <LogOut />, onSelect: () => void logout() },
        ]}
      />
      <OnDemand when={looking}>
        <LookDialog open={looking} onClose={() => setLooking(false)} />
      </OnDemand>
    </>
  );
}

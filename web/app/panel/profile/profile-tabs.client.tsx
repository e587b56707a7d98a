import type { Profile as ProfileAnswer } from '@vitrine/contract/account-answers';
import { Crown, LayoutDashboard, type LucideIcon, PackagePlus, Settings, Store } from 'lucide-react';
import { Link } from 'react-router';
import { classNames } from '../../lib/class-names.ts';
import { formatNumber } from '../../lib/format.ts';
import { Avatar, RelativeTime } from '../../ui/bits.tsx';
import { buttonClass, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Badge, Card, List, ListRow, SkeletonRows } from '../../ui/surfaces.tsx';

interface QuickAction {
  to: string;
  label: string;
  text: string;
  Icon: LucideIcon;
}

const firstStore: QuickAction = {
  to: '/store/create',
  label: 'Criar minha loja',
  text: 'Um nome e um endereço bastam',
  Icon: Store,
};
const quickActions: QuickAction[] = [
  { to: '/dashboard', label: 'Dashboard', text: 'Vendas e pedidos do dia', Icon: LayoutDashboard },
  { to: '/products/create', label: 'Novo produto', text: 'Coloque algo à venda', Icon: PackagePlus },
  { to: '/config', label: 'Configurações', text: 'Loja, pagamentos e servidor', Icon: Settings },
  { to: '/subscription', label: 'Assinatura', text: 'Seu plano e seus limites', Icon: Crown },
];

interface OverviewProps {
  activity: ProfileAnswer['activity'] | undefined;
  stores: ProfileAnswer['storeList'] | undefined;
}

/** Quick links, and the latest events of the person's stores. Without a store, the first link makes one. */
export function Overview({ activity, stores }: OverviewProps) {
  const actions = stores?.length === 0 ? [firstStore, ...quickActions] : quickActions;
  return (
    <div className="grid gap-6 lg:grid-cols-[1fr_1.2fr]">
      <section aria-labelledby="quick-actions">
        <h2 id="quick-actions" className="mb-3 font-semibold">
          Ações rápidas
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
          {actions.map(({ to, label, text, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className={classNames(
                  'flex items-center gap-4 rounded-card border p-4 transition-colors duration-(--motion-fast) hover:border-line-strong hover:bg-hover',
                  to === firstStore.to ? 'border-accent-text bg-accent-soft' : 'border-line bg-raised',
                )}
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
                  <span className="min-w-0 wrap-anywhere">
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

/** The person's stores, each with its products and sales. */
export function Stores({ stores }: { stores: ProfileAnswer['storeList'] | undefined }) {
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

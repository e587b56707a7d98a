import { useQuery } from '@tanstack/react-query';
import type { CurrentPlan } from '@vitrine/contract/plans';
import { classNames } from '../../lib/class-names.ts';
import { formatNumber } from '../../lib/format.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Alert, Skeleton } from '../../ui/surfaces.tsx';
import { planQuery } from './catalog-queries.ts';
import { useCurrentStoreId } from './current-store.ts';
import { useMay } from './may.ts';

type Limited = keyof CurrentPlan['limits'];

const words: Record<Limited, { one: string; many: string }> = {
  products: { one: 'produto', many: 'produtos' },
  categories: { one: 'categoria', many: 'categorias' },
  subUsers: { one: 'sub-usuário', many: 'sub-usuários' },
};

/** From this share of a limit on, the screen says how much is left. */
const NEARLY_FULL = 0.8;

/** How much of the plan is used. `left` is null without a limit. Undefined while unknown: then nothing is blocked. */
export function usePlanRoom(what: Limited) {
  const { data: plan } = useQuery(planQuery(useCurrentStoreId()));
  if (!plan) return undefined;
  const { used, limit } = plan.limits[what];
  const left = limit === null ? null : Math.max(0, limit - used);
  return { plan: plan.name, used, limit, left, full: left === 0 };
}

interface PlanCounterProps {
  label: string;
  what: Limited;
  /** The screen's own count, once it is known. */
  count: number | undefined;
}

/** A counter with the plan's limit, '8 de 10', and a bar that warns before it is full. */
export function PlanCounter({ label, what, count }: PlanCounterProps) {
  const room = usePlanRoom(what);
  const limit = room?.limit ?? null;
  const share = limit === null || count === undefined ? 0 : Math.min(1, limit === 0 ? 1 : count / limit);
  const tone = share >= 1 ? 'bg-bad' : share >= NEARLY_FULL ? 'bg-warn' : 'bg-accent';
  return (
    <div className="min-w-0 rounded-card border border-line bg-raised px-4 py-3">
      <p className="text-small text-muted">{label}</p>
      <div className="figures flex h-6.5 items-baseline gap-1.5">
        {count === undefined ? (
          <Skeleton className="h-5 w-10 self-center" />
        ) : (
          <span className="text-title font-semibold">{formatNumber(count)}</span>
        )}
        {room ? (
          <span className="truncate text-small text-muted">
            {limit === null ? 'sem limite' : `de ${formatNumber(limit)}`}
          </span>
        ) : null}
      </div>
      <div
        className={classNames('mt-2 h-1 overflow-hidden rounded-full', (!room || limit !== null) && 'bg-hover')}
        aria-hidden="true"
      >
        {limit !== null ? <div className={classNames('h-full', tone)} style={{ width: `${share * 100}%` }} /> : null}
      </div>
    </div>
  );
}

/** Warns before the limit is reached and when it is reached. Hidden while there is room. */
export function PlanNotice({ what }: { what: Limited }) {
  const room = usePlanRoom(what);
  const mayManage = useMay()('plan.manage');
  if (!room || room.limit === null || room.left === null || room.used < room.limit * NEARLY_FULL) return null;
  const { one, many } = words[what];
  // A plan without this feature gets no warning.
  const without = room.limit === 0 && room.used === 0;
  return (
    <Alert
      tone={without ? 'info' : 'warn'}
      title={
        without
          ? `Seu plano não inclui ${many}.`
          : room.full
            ? `Seu plano atingiu o limite de ${many}.`
            : `${room.left === 1 ? 'Resta' : 'Restam'} ${room.left} ${room.left === 1 ? one : many}.`
      }
      action={
        mayManage ? (
          <LinkButton to="/subscription" tone="secondary" size="small">
            Mudar de plano
          </LinkButton>
        ) : null
      }
    >
      {without
        ? null
        : `O plano ${room.plan} vai até ${formatNumber(room.limit)} ${room.limit === 1 ? one : many}${
            room.full ? '; o que já existe continua funcionando.' : '.'
          }`}
    </Alert>
  );
}

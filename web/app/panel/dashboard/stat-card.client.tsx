import type { Trend } from '@vitrine/contract/dashboard';
import { TrendingDown, TrendingUp } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { formatTrend } from '../../lib/format.ts';
import { Skeleton } from '../../ui/surfaces.tsx';

interface StatCardProps {
  label: string;
  /** undefined while loading. */
  value: string | undefined;
  trend: Trend | undefined;
  /** Of what the figure consists. */
  detail?: string | undefined;
}

/** One figure and its trend; '—' when there is no earlier figure. */
export function StatCard({ label, value, trend, detail }: StatCardProps) {
  const percent = trend?.percent ?? null;
  const tone = percent === null || percent === 0 ? 'text-muted' : percent > 0 ? 'text-ok' : 'text-bad';
  const Icon = percent !== null && percent < 0 ? TrendingDown : TrendingUp;
  return (
    <li className="min-w-0 rounded-card border border-line bg-raised p-3.5 sm:p-5">
      <p className="text-small text-muted">{label}</p>
      <div className="figures mt-1 text-body font-semibold break-words min-[26rem]:text-title sm:text-display">
        {value ?? <Skeleton className="my-1 h-6 w-24" />}
      </div>
      {detail ? <p className="figures mt-0.5 text-small text-muted">{detail}</p> : null}
      <p className={classNames('mt-1 flex min-h-5 gap-x-1.5 text-small', percent !== null && 'flex-wrap items-center')}>
        {trend ? (
          <>
            <span className={`figures flex items-center gap-1 font-medium ${tone}`}>
              {percent === null || percent === 0 ? null : <Icon className="size-3.5" aria-hidden="true" />}
              {formatTrend(percent)}
            </span>
            <span className="text-muted">{percent === null ? 'sem dados anteriores' : trend.against}</span>
          </>
        ) : (
          <Skeleton className="h-3.5 w-28" />
        )}
      </p>
    </li>
  );
}

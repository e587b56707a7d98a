import { classNames } from '../../lib/class-names.ts';
import { formatNumber } from '../../lib/format.ts';

interface UsageBarProps {
  label: string;
  used: number;
  /** null: without limit. */
  limit: number | null;
}

/** From this share on, the bar warns. */
const NEAR = 0.8;

/** How much of a plan's limit is used. */
export function UsageBar({ label, used, limit }: UsageBarProps) {
  const share = limit === null ? 0 : limit === 0 ? 1 : Math.min(1, used / limit);
  // A plan without this feature gets no warning.
  const without = limit === 0 && used === 0;
  const full = limit !== null && used >= limit && !without;
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <span className="min-w-0">{label}</span>
        <span className={classNames('figures shrink-0 text-small', full ? 'font-medium text-warn' : 'text-muted')}>
          {limit === null
            ? `${formatNumber(used)} · sem limite`
            : without
              ? 'não incluso'
              : `${formatNumber(used)} de ${formatNumber(limit)}`}
        </span>
      </div>
      {limit === null || without ? null : (
        <div
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          className="h-1.5 overflow-hidden rounded-full bg-hover"
        >
          <div
            className={classNames('h-full rounded-full', share >= NEAR ? 'bg-warn' : 'bg-accent')}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
    </div>
  );
}

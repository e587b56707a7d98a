import type { DashboardAnswer } from '@vitrine/contract/dashboard';
import {
  Check,
  ChevronRight,
  CircleAlert,
  CircleHelp,
  CreditCard,
  Hourglass,
  type LucideIcon,
  MessageCircleWarning,
  PackageMinus,
  PackageSearch,
  PackageX,
  ServerOff,
  ShieldAlert,
  Undo2,
  UsersRound,
  Waves,
} from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { classNames } from '../../lib/class-names.ts';
import { CopyButton } from '../../ui/bits.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { useCurrentStore } from '../store/current-store.ts';

const FirstRehearsal = lazy(() => import('./first-rehearsal.client.tsx'));

const icons: Record<string, LucideIcon> = {
  payment_token: CreditCard,
  payment_account: ShieldAlert,
  payment_flag: CreditCard,
  money_waits: Undo2,
  junk_wave: Waves,
  uncertain: CircleHelp,
  failed: PackageX,
  approvals: UsersRound,
  unfit: PackageSearch,
  low_stock: PackageMinus,
  server_waiting: ShieldAlert,
  server_away: ServerOff,
  queue_growing: Hourglass,
  discord_stopped: MessageCircleWarning,
  discord: MessageCircleWarning,
};

/** The strip 'Precisa de você': what is stuck, most urgent first, each with its solution. Hidden when empty. */
export function Attention({ items }: { items: DashboardAnswer['attention'] | undefined }) {
  if (!items || items.length === 0) return null;
  return (
    <section aria-labelledby="attention" className="overflow-hidden rounded-card border border-warn/40 bg-raised">
      <h2 id="attention" className="flex items-center gap-2 bg-warn-soft px-4 py-2.5 font-semibold text-warn sm:px-5">
        <CircleAlert className="size-4.5" aria-hidden="true" />
        Precisa de você
      </h2>
      <ul className="divide-y divide-line">
        {items.map((item) => {
          const Icon = icons[item.kind] ?? CircleAlert;
          return (
            <li key={item.kind}>
              <Link
                to={item.href}
                className="flex min-h-12 items-center gap-3 px-4 py-2.5 -outline-offset-2 transition-colors duration-(--motion-fast) hover:bg-hover sm:px-5"
              >
                <Icon className="size-4.5 shrink-0 text-warn" aria-hidden="true" />
                <span className="min-w-0 grow">{item.text}</span>
                <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden="true" />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The first steps of a new store until its first sale. The next step stands out; after the last one, the link to share. */
export function Checklist({ steps }: { steps: DashboardAnswer['checklist'] | undefined }) {
  const url = useCurrentStore()?.url;
  const [rehearsing, setRehearsing] = useState(false);
  if (!steps || steps.length === 0) return null;
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done)?.key;
  return (
    <Card
      flush
      title="Primeiros passos"
      description="O caminho até a primeira venda."
      actions={
        <span className="figures text-small text-muted">
          {done} de {steps.length}
        </span>
      }
    >
      <div
        role="progressbar"
        aria-label="Primeiros passos"
        aria-valuemin={0}
        aria-valuemax={steps.length}
        aria-valuenow={done}
        className="h-1 bg-hover"
      >
        <div className="h-full bg-accent" style={{ width: `${(done / steps.length) * 100}%` }} />
      </div>
      <ol className="divide-y divide-line">
        {steps.map((step, index) => (
          <li key={step.key} className="flex min-h-13 items-center gap-3 px-4 py-2 sm:px-5">
            <span
              className={classNames(
                'grid size-7 shrink-0 place-items-center rounded-full border text-small font-semibold',
                step.done
                  ? 'border-transparent bg-ok-soft text-ok'
                  : step.key === next
                    ? 'border-transparent bg-accent text-on-accent'
                    : 'border-line-strong text-muted',
              )}
            >
              {step.done ? <Check className="size-4" aria-label="Feito" /> : index + 1}
            </span>
            {step.done ? (
              <span className="min-w-0 grow text-muted">{step.text}</span>
            ) : (
              <StepLink
                to={step.href}
                // There is something to try once there is a product.
                onPress={step.key === 'rehearsal' && steps[0]?.done ? () => setRehearsing(true) : undefined}
              >
                <span className={classNames('min-w-0', step.key === next && 'font-medium')}>{step.text}</span>
                <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden="true" />
              </StepLink>
            )}
          </li>
        ))}
      </ol>
      {next || !url ? null : (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 sm:px-5">
          <p className="min-w-0 font-medium">Tudo pronto: compartilhe o link da loja e venda.</p>
          <CopyButton text={url} label="Copiar link" size="small" />
        </div>
      )}
      <OnDemand when={rehearsing}>
        <FirstRehearsal open={rehearsing} onClose={() => setRehearsing(false)} />
      </OnDemand>
    </Card>
  );
}

interface StepLinkProps {
  to: string;
  /** Set if the step is done here instead of on another page. */
  onPress: (() => void) | undefined;
  children: ReactNode;
}

function StepLink({ to, onPress, children }: StepLinkProps) {
  const look =
    'flex min-h-11 min-w-0 grow items-center justify-between gap-3 rounded-control text-left hover:text-accent-text';
  return onPress ? (
    <button type="button" onClick={onPress} className={look}>
      {children}
    </button>
  ) : (
    <Link to={to} className={look}>
      {children}
    </Link>
  );
}

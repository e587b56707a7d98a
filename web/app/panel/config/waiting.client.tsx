import { CircleCheck } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { Spinner } from '../../ui/button.tsx';

/** The live end of the connection steps: it says that it waits, and turns green by itself. */
export function Waiting({ done, waiting, ready }: { done: boolean; waiting: string; ready: string }) {
  return (
    <p
      role="status"
      className={classNames(
        'flex items-center gap-3 rounded-control px-4 py-3 font-medium transition-colors duration-(--motion-slow)',
        done ? 'bg-ok-soft text-ok' : 'bg-hover text-text',
      )}
    >
      {done ? <CircleCheck className="size-5 shrink-0" aria-hidden="true" /> : <Spinner className="size-5 shrink-0" />}
      {done ? ready : waiting}
    </p>
  );
}

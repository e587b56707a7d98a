import { formatDateTime } from '@vitrine/contract/dates';
import { Check, Copy, User } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { classNames } from '../lib/class-names.ts';
import { formatRelative } from '../lib/format.ts';
import { Button, type ButtonSize, type ButtonTone } from './button.tsx';

/** How long 'Copiado' stays, in ms. */
const COPIED_MS = 2_000;

interface CopyButtonProps {
  /** The copied text. */
  text: string;
  label?: ReactNode;
  tone?: ButtonTone;
  size?: ButtonSize;
  onCopied?: () => void;
}

/** Copies the text and says so; if the browser refuses the clipboard, it says that. */
export function CopyButton({ text, label = 'Copiar', tone = 'secondary', size, onCopied }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
      onCopied?.();
    } catch {
      setState('refused');
    }
  };
  const words = { idle: label, copied: 'Copiado', refused: 'Copie à mão' }[state];
  return (
    <Button
      tone={tone}
      size={size}
      icon={state === 'copied' ? <Check className="size-4 text-ok" /> : <Copy className="size-4" />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{words}</span>
    </Button>
  );
}

interface AvatarProps {
  name: string;
  src?: string | null;
  /** A store's picture is square, a person's is round. */
  square?: boolean;
  className?: string;
}

/** A person's picture or a drawn default one, as SPEC.md asks; a store's picture or its initials. */
export function Avatar({ name, src, square = false, className = 'size-9' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const initials = name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase('pt-BR'))
    .join('');
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden bg-accent-soft text-small font-semibold text-accent-text select-none',
        square ? 'rounded-control' : 'rounded-full',
        className,
      )}
    >
      {src && src !== broken ? (
        <img src={src} alt="" className="size-full object-cover" onError={() => setBroken(src)} />
      ) : (
        (square && initials) || <User className="size-1/2" />
      )}
    </span>
  );
}

/** `há 5 minutos`, kept up to date. The exact time is in the hint and in `datetime`. */
export function RelativeTime({ at, className }: { at: string | Date; className?: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatDateTime(at)}
      className={className}
      // The page may be some minutes old, so the text may differ from the server's.
      suppressHydrationWarning
    >
      {formatRelative(at, now)}
    </time>
  );
}

export interface Step {
  title: string;
  state: 'done' | 'current' | 'waiting';
  children?: ReactNode;
}

/** Numbered steps from top to bottom: finished ones have a tick, the current one stands out. */
export function Steps({ steps }: { steps: Step[] }) {
  return (
    <ol className="flex flex-col">
      {steps.map((step, index) => (
        <li key={step.title} className="group flex gap-4" aria-current={step.state === 'current' ? 'step' : undefined}>
          <div className="flex flex-col items-center">
            <span
              className={classNames(
                'grid size-7 place-items-center rounded-full border text-small font-semibold',
                step.state === 'done' && 'border-transparent bg-ok-soft text-ok',
                step.state === 'current' && 'border-transparent bg-accent text-on-accent',
                step.state === 'waiting' && 'border-line-strong text-muted',
              )}
            >
              {step.state === 'done' ? <Check className="size-4" aria-label="Feito" /> : index + 1}
            </span>
            <span className="w-px grow bg-line group-last:hidden" aria-hidden="true" />
          </div>
          <div className="min-w-0 grow pb-6 group-last:pb-0">
            <h3 className={classNames('leading-7 font-medium', step.state === 'waiting' && 'text-muted')}>
              {step.title}
            </h3>
            {step.children ? <div className="mt-1 text-muted">{step.children}</div> : null}
          </div>
        </li>
      ))}
    </ol>
  );
}

import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classNames } from '../lib/class-names.ts';

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'medium' | 'small';

const tones: Record<ButtonTone, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line-strong bg-raised text-text hover:bg-hover',
  quiet: 'text-text hover:bg-hover',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
};

// Touch targets have 44 px; a mouse gets a smaller size.
const sizes: Record<ButtonSize, string> = {
  medium: 'min-h-11 px-4 text-body',
  small: 'min-h-11 px-3 text-small pointer-fine:min-h-9',
};

/** The classes of a button, for another element that looks like one (a menu's trigger, a file label). */
export function buttonClass(tone: ButtonTone = 'primary', size: ButtonSize = 'medium', iconOnly = false): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none',
    'transition-colors duration-(--motion-fast) disabled:opacity-50 aria-disabled:opacity-70 [&_svg]:shrink-0',
    tones[tone],
    sizes[size],
    iconOnly && (size === 'small' ? 'min-w-11 px-0 pointer-fine:min-w-9' : 'min-w-11 px-0'),
  );
}

interface Looks {
  tone?: ButtonTone;
  size?: ButtonSize;
  icon?: ReactNode;
}

interface ButtonProps extends ComponentPropsWithRef<'button'>, Looks {
  /** The action runs: the label says so, a second press does nothing, and the focus stays. */
  pending?: boolean;
  /** The label while the action runs, 'Criando...'. */
  pendingLabel?: string;
}

/** A button. `type` is 'button' unless given, so it never submits a form by accident. */
export function Button(props: ButtonProps) {
  const { tone, size, icon, pending = false, pendingLabel, className, children, onClick, type, ...rest } = props;
  return (
    <>
      <button
        {...rest}
        type={pending ? 'button' : (type ?? 'button')}
        className={classNames(buttonClass(tone, size), className)}
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
        onClick={pending ? (event) => event.preventDefault() : onClick}
      >
        {pending ? <Spinner /> : icon}
        {pending && pendingLabel ? pendingLabel : children}
      </button>
      <span role="status" className="sr-only">
        {pending ? (pendingLabel ?? 'Aguarde') : ''}
      </span>
    </>
  );
}

interface IconButtonProps extends ComponentPropsWithRef<'button'>, Omit<Looks, 'icon'> {
  /** The button's name, for people who cannot see the picture. */
  label: string;
}

/** A square button with only a picture; `label` is its name and its hint. */
export function IconButton({ label, tone = 'quiet', size, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={classNames(buttonClass(tone, size, true), className)}
    />
  );
}

/** A link that looks like a button. */
export function LinkButton({ tone, size, icon, className, children, ...rest }: LinkProps & Looks) {
  return (
    <Link {...rest} className={classNames(buttonClass(tone, size), className)}>
      {icon}
      {children}
    </Link>
  );
}

export function Spinner({ className = 'size-4' }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" className={classNames('animate-spin', className)} aria-hidden="true">
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeOpacity="0.3" strokeWidth="2" />
      <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

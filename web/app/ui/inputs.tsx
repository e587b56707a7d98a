import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { type ComponentPropsWithRef, type ReactNode, useId, useState } from 'react';
import { classNames } from '../lib/class-names.ts';
import { controlClass, useFieldTies } from './field.tsx';

interface TextInputProps extends ComponentPropsWithRef<'input'> {
  /** Fixed text at an end of the field, for example a domain. */
  prefix?: string;
  suffix?: string;
}

export function TextInput({ prefix, suffix, className, ...rest }: TextInputProps) {
  const input = <input type="text" {...useFieldTies()} {...rest} className={classNames(controlClass, className)} />;
  if (!prefix && !suffix) return input;
  const affix = 'shrink-0 self-center truncate px-3 text-small text-muted select-none';
  return (
    <div className="flex rounded-control border border-line-strong bg-sunken has-aria-invalid:border-bad has-focus-visible:outline-2 has-focus-visible:outline-accent-text [&_input]:border-0 [&_input]:bg-transparent [&_input]:outline-none">
      {prefix ? <span className={classNames(affix, '-mr-2')}>{prefix}</span> : null}
      {input}
      {suffix ? <span className={classNames(affix, 'max-w-3/5 border-l border-line')}>{suffix}</span> : null}
    </div>
  );
}

interface PasswordInputProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  /** The hidden thing's name in the switch's label. */
  noun?: string;
}

/** A password or another secret, with a switch that shows and hides it. */
export function PasswordInput({ className, noun = 'senha', ...rest }: PasswordInputProps) {
  const [visible, setVisible] = useState(false);
  const label = `${visible ? 'Ocultar' : 'Mostrar'} ${noun}`;
  return (
    <div className="relative">
      <input
        {...useFieldTies()}
        {...rest}
        type={visible ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={classNames(controlClass, 'pr-12', className)}
      />
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-text"
      >
        {visible ? <EyeOff className="size-4.5" /> : <Eye className="size-4.5" />}
      </button>
    </div>
  );
}

export function Textarea({ className, ...rest }: ComponentPropsWithRef<'textarea'>) {
  return (
    <textarea
      rows={4}
      {...useFieldTies()}
      {...rest}
      className={classNames(controlClass, 'field-sizing-content max-h-96 min-h-24', className)}
    />
  );
}

/** The browser's own list: it works best on phones and costs no script. */
export function Select({ className, children, ...rest }: ComponentPropsWithRef<'select'>) {
  return (
    <div className={classNames('relative', className)}>
      <select {...useFieldTies()} {...rest} className={classNames(controlClass, 'appearance-none pr-8')}>
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted" />
    </div>
  );
}

interface ChoiceProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label: ReactNode;
  help?: string;
}

/** A tick with its label; a press anywhere on the line counts. */
export function Checkbox({ label, help, className, ...rest }: ChoiceProps) {
  const id = useId();
  return (
    <Choice id={id} label={label} help={help} className={className}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 cursor-pointer rounded accent-(--accent) disabled:opacity-50"
      />
    </Choice>
  );
}

/** On or off, at once or when the form is saved; the label says which. */
export function Switch({ label, help, className, ...rest }: ChoiceProps) {
  const id = useId();
  return (
    <Choice id={id} label={label} help={help} className={className}>
      <span className="relative mt-px h-6 w-10 shrink-0">
        <input
          {...rest}
          id={id}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state by itself, also as a switch
          role="switch"
          className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken transition-colors duration-(--motion-fast) checked:border-transparent checked:bg-accent disabled:opacity-50"
        />
        <span className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-muted transition-transform duration-(--motion-fast) peer-checked:translate-x-4 peer-checked:bg-on-accent" />
      </span>
    </Choice>
  );
}

interface ChoiceFrame {
  id: string;
  label: ReactNode;
  help: string | undefined;
  className: string | undefined;
  children: ReactNode;
}

function Choice({ id, label, help, className, children }: ChoiceFrame) {
  return (
    <div className={classNames('flex items-start gap-3', className)}>
      {children}
      <label htmlFor={id} className="-my-2.5 min-h-11 min-w-0 grow cursor-pointer py-2.5">
        <span className="block">{label}</span>
        {help ? <span className="block text-small text-muted">{help}</span> : null}
      </label>
    </div>
  );
}

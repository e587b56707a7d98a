import type { Target, WindowSection } from '@vitrine/contract/window';
import { type SectionKind, windowLimits } from '@vitrine/contract/window-kinds';
import { type FunctionComponent, type MouseEvent, useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { inlineLink } from '../../ui/inline-link.ts';
import { Select, Textarea, TextInput } from '../../ui/inputs.tsx';
import { imageHint, imageMaxBytes, imageRefusals, imageShapes, imageTypes, uploadImage } from '../form/images.ts';
import type { Choices, SectionOf } from './sections.ts';

interface TextFieldProps {
  label: string;
  value: string;
  max: number;
  help?: string;
  placeholder?: string;
  optional?: boolean;
  rows?: number;
  onChange(value: string): void;
}

export function TextField({ label, value, max, help, placeholder, optional, rows, onChange }: TextFieldProps) {
  const common = { value, maxLength: max, placeholder };
  return (
    <Field label={label} help={help} {...(optional && { optional })}>
      {rows ? (
        <Textarea {...common} rows={rows} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <TextInput {...common} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}

/** A target or a product that nobody has chosen yet. */
export const unchosen = '-';

const firstSteps = {
  category: { says: 'Sua loja ainda não tem categorias.', link: 'Criar categoria', to: '/categories/create' },
  product: { says: 'Sua loja ainda não tem produtos.', link: 'Criar produto', to: '/products/create' },
} as const;

interface PickerProps {
  label: string;
  /** The kind of thing to pick. A store without any gets a link to make the first one. */
  what: keyof typeof firstSteps;
  value: string;
  options: { id: string; name: string }[];
  empty: string;
  onChange(id: string): void;
}

export function Picker({ label, what, value: id, options, empty, onChange }: PickerProps) {
  const value = id === unchosen ? '' : id;
  const known = value === '' || options.some((option) => option.id === value);
  const { says, link, to } = firstSteps[what];
  const none = options.length === 0 && (
    <>
      {says}{' '}
      <Link to={to} className={`font-medium ${inlineLink}`}>
        {link}
      </Link>
    </>
  );
  return (
    <Field
      label={label}
      help={known ? none : undefined}
      error={known ? undefined : 'Não está mais à venda. Escolha outra opção.'}
    >
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{empty}</option>
        {known ? null : <option value={value}>Fora da loja</option>}
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

const places: Record<Target['to'], string> = {
  none: 'Nenhum lugar',
  category: 'Uma categoria',
  product: 'Um produto',
  link: 'Outro site',
};

interface TargetFieldsProps extends Choices {
  value: Target;
  /** What the shop does if it leads nowhere. */
  help?: string;
  onChange(target: Target): void;
}

/** Where a button or an announcement leads. */
export function TargetFields({ value, help, categories, products, onChange }: TargetFieldsProps) {
  const start = (to: Target['to']): Target => {
    if (to === 'category') return { to, id: categories[0]?.id ?? unchosen };
    if (to === 'product') return { to, id: products[0]?.id ?? unchosen };
    return to === 'link' ? { to, href: '' } : { to };
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Leva para" help={value.to === 'none' ? help : undefined}>
        <Select value={value.to} onChange={(event) => onChange(start(event.target.value as Target['to']))}>
          {Object.entries(places).map(([to, text]) => (
            <option key={to} value={to}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
      {value.to === 'category' || value.to === 'product' ? (
        <Picker
          label={value.to === 'category' ? 'Categoria do link' : 'Produto do link'}
          what={value.to}
          value={value.id}
          options={value.to === 'category' ? categories : products}
          empty="Escolha"
          onChange={(id) => onChange({ to: value.to, id: id || unchosen })}
        />
      ) : null}
      {value.to === 'link' ? (
        <TextField
          label="Endereço"
          value={value.href}
          max={200}
          placeholder="https://…"
          onChange={(href) => onChange({ to: 'link', href })}
        />
      ) : null}
    </div>
  );
}

interface ButtonFieldsProps extends Choices {
  value: { label: string; target: Target };
  onChange(button: { label: string; target: Target }): void;
}

export function ButtonFields({ value, onChange, ...choices }: ButtonFieldsProps) {
  return (
    <>
      <TextField
        label="Texto do botão"
        optional
        value={value.label}
        max={windowLimits.button}
        placeholder="Ver os VIPs"
        onChange={(label) => onChange({ ...value, label })}
      />
      {value.label ? (
        <TargetFields
          {...choices}
          value={value.target}
          help="O botão aparece quando você escolher aonde ele leva."
          onChange={(target) => onChange({ ...value, target })}
        />
      ) : null}
    </>
  );
}

interface PictureFieldProps {
  label: string;
  value: string | null;
  shape: keyof typeof imageShapes;
  onChange(address: string | null): void;
}

/** A picture that is uploaded when it is chosen, because the draft saves itself. */
export function PictureField({ label, value, shape, onChange }: PictureFieldProps) {
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const take = async (file: File | null) => {
    setError(undefined);
    if (!file) return onChange(null);
    setPending(true);
    try {
      onChange(await uploadImage(file));
    } catch (failure) {
      setError(errorText(failure, 'A imagem não foi enviada. Tente de novo.'));
    } finally {
      setPending(false);
    }
  };
  return (
    <Field label={label} optional error={error} help={pending ? 'Enviando…' : undefined}>
      <FileDrop
        hint={imageHint}
        accept={imageTypes}
        maxBytes={imageMaxBytes}
        shape={imageShapes[shape]}
        current={value}
        onChange={(file) => void take(file)}
        onRefused={(reason) => setError(imageRefusals[reason])}
      />
    </Field>
  );
}

interface FocusFieldProps {
  picture: string;
  value: { x: number; y: number };
  onChange(focus: { x: number; y: number }): void;
}

/** The point of a picture that stays visible: a press on it, or two sliders for the keyboard. */
export function FocusField({ picture, value, onChange }: FocusFieldProps) {
  const press = ({ clientX, clientY, currentTarget }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const percent = (at: number) => Math.round(Math.min(100, Math.max(0, at * 100)));
    onChange({ x: percent((clientX - left) / width), y: percent((clientY - top) / height) });
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-small font-medium">Ponto que sempre aparece</legend>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the sliders below do the same by keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the sliders below do the same by keyboard */}
      <div className="relative w-fit cursor-crosshair overflow-hidden rounded-control" onClick={press}>
        <img src={picture} alt="" className="max-h-44" />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute size-6 -translate-1/2 rounded-full border-2 border-white bg-black/40"
          style={{ left: `${value.x}%`, top: `${value.y}%` }}
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Slider label="Na horizontal" value={value.x} max={100} onChange={(x) => onChange({ ...value, x })} />
        <Slider label="Na vertical" value={value.y} max={100} onChange={(y) => onChange({ ...value, y })} />
      </div>
    </fieldset>
  );
}

interface SliderProps {
  label: string;
  value: number;
  max: number;
  onChange(value: number): void;
}

export function Slider({ label, value, max, onChange }: SliderProps) {
  return (
    <label className="grid gap-1 text-small">
      <span className="flex justify-between">
        {label} <span className="figures text-muted">{value}%</span>
      </span>
      <input
        type="range"
        min={0}
        max={max}
        value={value}
        className="min-h-11 w-full accent-(--accent)"
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  );
}

/** The props of every form of a section. */
export interface FormProps<Section extends WindowSection> extends Choices {
  section: Section;
  set(change: Partial<Section>): void;
}

/** The form of one kind of section. */
export type Form<Kind extends SectionKind> = FunctionComponent<FormProps<SectionOf<Kind>>>;

interface TitleProps {
  section: { title: string };
  set(change: { title: string }): void;
  /** What the shop shows while the field is empty; absent: nothing. */
  otherwise?: string;
}

export function Title({ section, set, otherwise }: TitleProps) {
  return (
    <TextField
      label="Título"
      optional
      value={section.title}
      max={windowLimits.title}
      {...(otherwise && { placeholder: otherwise })}
      onChange={(title) => set({ title })}
    />
  );
}

export const choicesOf = <Props extends { categories: unknown; products: unknown }>({ categories, products }: Props) =>
  ({ categories, products }) as Pick<Props, 'categories' | 'products'>;

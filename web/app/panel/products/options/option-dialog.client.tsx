import { useQuery } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import type { ProductOption } from '@vitrine/contract/product-options';
import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select, Switch, TextInput } from '../../../ui/inputs.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { useFirstError } from '../../form/use-first-error.ts';
import { variablesQuery } from '../../store/catalog-queries.ts';
import { useCurrentStoreId } from '../../store/current-store.ts';
import {
  blankChoice,
  checkDraft,
  draftOf,
  isKind,
  nameFor,
  type OptionDraft,
  type OptionErrors,
} from './option-draft.ts';
import { optionKindTexts } from './option-words.ts';

interface OptionDialogProps {
  /** The option to change; undefined for a new one. */
  option: ProductOption | undefined;
  /** The names of the product's other options. */
  taken: readonly string[];
  onClose(): void;
  onConfirm(option: ProductOption): void;
}

/** One option of a product. It is mounted when it opens, so it always starts from `option`. */
export default function OptionDialog({ option, taken, onClose, onConfirm }: OptionDialogProps) {
  const formId = useId();
  const { form, focusFirstError } = useFirstError();
  const { data: variables = [] } = useQuery(variablesQuery(useCurrentStoreId()));
  const [draft, setDraft] = useState(() => draftOf(option));
  const [errors, setErrors] = useState<OptionErrors>({});
  const change = (part: Partial<OptionDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setErrors((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In React's tree the product's form is around this one, and would be sent too.
    event.stopPropagation();
    const checked = checkDraft(draft, [...taken, ...variables.map(({ name }) => name)]);
    if (checked.option) return onConfirm(checked.option);
    setErrors(checked.errors);
    focusFirstError();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={option ? 'Editar opção' : 'Nova opção'}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={formId}>
            Confirmar
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field label="Nome para o cliente" error={errors.label}>
          <TextInput
            autoComplete="off"
            maxLength={limits.optionTextMax}
            placeholder="Cor do carro"
            value={draft.label}
            onChange={({ target: { value } }) =>
              change({ label: value, ...(draft.named ? {} : { name: nameFor(value) }) })
            }
          />
        </Field>
        <Field label="Tipo de resposta" error={errors.kind}>
          <Select value={draft.kind} onChange={({ target: { value } }) => isKind(value) && change({ kind: value })}>
            {Object.entries(optionKindTexts).map(([kind, text]) => (
              <option key={kind} value={kind}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
        {draft.kind === 'choice' ? <Choices draft={draft} error={errors.choices} change={change} /> : null}
        {draft.kind === 'number' ? (
          <div className="grid grid-cols-2 gap-3">
            <Field label="Menor" optional error={errors.min}>
              <NumberInput value={draft.min} placeholder="0" onChange={(min) => change({ min })} />
            </Field>
            <Field label="Maior" optional error={errors.max}>
              <NumberInput value={draft.max} placeholder="Sem limite" onChange={(max) => change({ max })} />
            </Field>
          </div>
        ) : null}
        <Switch
          label="Resposta obrigatória"
          help="Sem ela, o produto não vai para o carrinho."
          checked={draft.required}
          onChange={(event) => change({ required: event.target.checked })}
        />
        <Field
          label="Variável"
          error={errors.name}
          help="Escreva-a nas ações deste produto: a resposta entra no lugar."
        >
          <TextInput
            prefix="{{"
            suffix="}}"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={limits.variableNameMax}
            placeholder="cor_do_carro"
            className="font-mono"
            value={draft.name}
            onChange={({ target: { value } }) => change({ name: value.toLowerCase(), named: value !== '' })}
          />
        </Field>
      </form>
    </Dialog>
  );
}

interface ChoicesProps {
  draft: OptionDraft;
  error: string | undefined;
  change(part: Partial<OptionDraft>): void;
}

/** The choices of a list: the word for the buyer, and what the game gets for it. */
function Choices({ draft: { choices }, error, change }: ChoicesProps) {
  const edit = (key: number, part: Partial<OptionDraft['choices'][number]>) =>
    change({ choices: choices.map((one) => (one.key === key ? { ...one, ...part } : one)) });
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="text-small font-medium">Escolhas</legend>
      <p className="text-small text-muted">O valor vai para o jogo. Vazio: o mesmo texto que o cliente lê.</p>
      {choices.map(({ key, label, value }, index) => (
        <div key={key} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
          <Field label={index === 0 ? 'O cliente lê' : `Escolha ${index + 1}`}>
            <TextInput
              autoComplete="off"
              maxLength={limits.optionTextMax}
              placeholder="Azul"
              value={label}
              onChange={(event) => edit(key, { label: event.target.value })}
            />
          </Field>
          <Field label={index === 0 ? 'Valor no jogo' : `Valor ${index + 1}`}>
            <TextInput
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={limits.optionTextMax}
              placeholder="blue"
              value={value}
              onChange={(event) => edit(key, { value: event.target.value })}
            />
          </Field>
          <IconButton
            label={`Remover escolha ${index + 1}`}
            disabled={choices.length === 1}
            onClick={() => change({ choices: choices.filter((one) => one.key !== key) })}
          >
            <Trash2 className="size-4" />
          </IconButton>
        </div>
      ))}
      <p role="alert" className="text-small text-bad empty:hidden">
        {error}
      </p>
      {choices.length < limits.optionChoicesMax ? (
        <Button
          tone="quiet"
          size="small"
          className="self-start"
          icon={<Plus className="size-4" />}
          onClick={() => change({ choices: [...choices, blankChoice(Math.max(...choices.map(({ key }) => key)) + 1)] })}
        >
          Outra escolha
        </Button>
      ) : null}
    </fieldset>
  );
}

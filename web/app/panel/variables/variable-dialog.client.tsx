import { useQuery } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import type { Variable } from '@vitrine/contract/variables';
import { useId, useState } from 'react';
import { ApiError, errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Checkbox, Select, Switch, Textarea, TextInput } from '../../ui/inputs.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { type FieldWords, field, oneOf, same, yesNo } from '../form/edited/differences.ts';
import { filledState } from '../form/edited/fill-form.ts';
import { useDialogSave } from '../form/edited/use-dialog-save.client.tsx';
import { useEdited } from '../form/edited/use-edited.client.tsx';
import { useFirstError } from '../form/use-first-error.ts';
import { productsQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { checkDraft, type DraftErrors, draftOf, typedName, type VariableDraft } from './variable-form-model.ts';
import { answerTexts } from './variable-texts.ts';

interface VariableDialogProps {
  /** The variable to change; undefined for a new one. */
  variable: Variable | undefined;
  onClose(): void;
}

const fields: FieldWords<VariableDraft>[] = [
  field('kind', 'Tipo', oneOf({ constant: 'Valor fixo', question: 'Pergunta' })),
  field('name', 'Nome'),
  field('value', 'Valor'),
  field('label', 'Pergunta'),
  field('answer', 'Resposta', oneOf(answerTexts)),
  field('choices', 'Opções'),
  field('required', 'Resposta obrigatória', yesNo),
  {
    paths: ['scope', 'products'],
    label: 'Perguntar em',
    text: ({ scope, products }) =>
      scope === 'all' ? 'Todos os produtos' : products.length === 1 ? '1 produto' : `${products.length} produtos`,
  },
];

/** The field that shows a refusal of the variable's value. */
const mainField = ({ kind }: VariableDraft) => (kind === 'constant' ? 'value' : 'answer');

/** One variable. It is mounted when it opens, so it always starts from `variable`, or from its draft. */
export function VariableDialog({ variable, onClose }: VariableDialogProps) {
  const store = useCurrentStoreId();
  const formId = useId();
  const { form, focusFirstError } = useFirstError();
  const [draft, setDraft] = useState(() => draftOf(variable));
  const [errors, setErrors] = useState<DraftErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const used = variable !== undefined && variable.usedBy.length > 0;

  const edited = useEdited({
    what: 'esta variável',
    dirty: !same(draft, draftOf(variable)),
    draft: `variable:${variable?._id ?? 'new'}`,
    read: variable && { version: variable.version, state: draftOf(variable) },
    now: () => draft,
    fill: (from, own, mine) => setDraft(filledState(from, own, mine)),
    stateOf: (current: Variable) => draftOf(current),
    fields: async () => fields,
    submit: () => void send(),
  });

  const change = (part: Partial<VariableDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setFailure(null);
    setErrors((before) => {
      const rest = { ...before };
      for (const field of Object.keys(part)) delete rest[field as keyof VariableDraft];
      return rest;
    });
  };
  const refuse = (found: DraftErrors) => {
    setErrors(found);
    focusFirstError();
  };
  const giveUp = () => {
    edited.forget();
    onClose();
  };
  const saved = () => {
    void refreshAfter(variable ? 'POST /variables/edit/:subdomain/:id' : 'POST /variables/create', store);
    notify.success(variable ? 'Variável editada com sucesso!' : 'Variável criada com sucesso!');
    giveUp();
  };
  const { pending, save } = useDialogSave({
    meet: edited.meet,
    saved,
    refuse(error) {
      const text = errorText(error, 'Erro ao salvar a variável');
      if (error instanceof ApiError && error.field === 'name') refuse({ name: text });
      else if (error instanceof ApiError && error.code === 'variable_unfit') refuse({ [mainField(draft)]: text });
      else setFailure(text);
    },
  });
  const send = async () => {
    if (pending) return;
    const checked = checkDraft(draft);
    if ('errors' in checked) return refuse(checked.errors);
    await save(async () => {
      const params = variable && { subdomain: store ?? '', id: variable._id };
      const version = edited.base.current?.version;
      if (params) await call('POST /variables/edit/:subdomain/:id', { params, body: { ...checked, version } });
      else await call('POST /variables/create', { body: checked, store });
    });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      dismissable={!pending}
      title={variable ? 'Editar variável' : 'Nova variável'}
      footer={
        <>
          <Button tone="quiet" disabled={pending} onClick={giveUp}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} pending={pending} pendingLabel={variable ? 'Salvando...' : 'Criando...'}>
            {variable ? 'Salvar' : 'Criar variável'}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        className="flex flex-col gap-5"
      >
        {edited.notice}
        <RadioCards
          inline
          legend="Tipo"
          disabled={used}
          value={draft.kind}
          onChange={(kind) => change({ kind })}
          options={[
            { value: 'constant', label: 'Valor fixo', help: 'Você escreve uma vez.' },
            { value: 'question', label: 'Pergunta', help: 'O cliente responde ao comprar.' },
          ]}
        />
        <Field
          label="Nome"
          error={errors.name}
          help={
            used
              ? 'Usada por produtos: nome e tipo não mudam mais.'
              : 'Letras minúsculas, números e sublinhado. É o que vai entre as chaves.'
          }
        >
          <TextInput
            prefix="{{"
            suffix="}}"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            disabled={used}
            maxLength={limits.variableNameMax}
            placeholder="grupo_vip"
            className="font-mono"
            value={draft.name}
            onChange={(event) => change({ name: typedName(event.target.value) })}
          />
        </Field>
        {draft.kind === 'constant' ? (
          <Field label="Valor" error={errors.value} help="Sem aspas, ponto e vírgula ou barra invertida.">
            <TextInput
              autoComplete="off"
              maxLength={limits.variableValueMax}
              placeholder="vip_ouro"
              value={draft.value}
              onChange={(event) => change({ value: event.target.value })}
            />
          </Field>
        ) : (
          <QuestionFields draft={draft} errors={errors} change={change} />
        )}
        {failure ? (
          <Alert tone="bad" assertive>
            {failure}
          </Alert>
        ) : null}
      </form>
      {edited.question}
    </Dialog>
  );
}

interface QuestionFieldsProps {
  draft: VariableDraft;
  errors: DraftErrors;
  change(part: Partial<VariableDraft>): void;
}

function QuestionFields({ draft, errors, change }: QuestionFieldsProps) {
  const { data: products } = useQuery(productsQuery(useCurrentStoreId()));
  const toggle = (id: string) =>
    change({
      products: draft.products.includes(id) ? draft.products.filter((one) => one !== id) : [...draft.products, id],
    });
  return (
    <>
      <Field label="Pergunta" error={errors.label} help="Como o cliente lê no carrinho.">
        <TextInput
          autoComplete="off"
          maxLength={120}
          placeholder="Qual a placa do veículo?"
          value={draft.label}
          onChange={(event) => change({ label: event.target.value })}
        />
      </Field>
      <Field label="Resposta" error={errors.answer}>
        <Select
          value={draft.answer}
          onChange={(event) => change({ answer: event.target.value as VariableDraft['answer'] })}
        >
          {Object.entries(answerTexts).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
      {draft.answer === 'choice' ? (
        <Field label="Opções" error={errors.choices} help="Uma por linha.">
          <Textarea
            placeholder={'Preto\nBranco'}
            value={draft.choices}
            onChange={(event) => change({ choices: event.target.value })}
          />
        </Field>
      ) : null}
      <Switch
        label="Resposta obrigatória"
        help="Sem ela, o pedido não é feito."
        checked={draft.required}
        onChange={(event) => change({ required: event.target.checked })}
      />
      <RadioCards
        inline
        legend="Perguntar em"
        value={draft.scope}
        onChange={(scope) => change({ scope })}
        options={[
          { value: 'all', label: 'Todos os produtos' },
          { value: 'picked', label: 'Só alguns' },
        ]}
      />
      {draft.scope === 'picked' ? (
        <div>
          <ul className="max-h-52 overflow-y-auto rounded-card border border-line px-4 py-1">
            {products?.map((product) => (
              <li key={product._id}>
                <Checkbox
                  className="py-2"
                  label={product.name}
                  checked={draft.products.includes(product._id)}
                  onChange={() => toggle(product._id)}
                />
              </li>
            ))}
            {products?.length === 0 ? (
              <li className="py-3 text-small text-muted">A loja ainda não tem produtos.</li>
            ) : null}
          </ul>
          <p role="alert" className="mt-1.5 text-small text-bad empty:hidden">
            {errors.products}
          </p>
        </div>
      ) : null}
    </>
  );
}

import type { Product } from '@vitrine/contract/catalog';
import type { IdentityKind } from '@vitrine/contract/identity';
import { limits } from '@vitrine/contract/limits';
import type { CheckoutQuestion } from '@vitrine/contract/variables';
import { Plus, Trash2 } from 'lucide-react';
import { money } from '../../lib/format.ts';
import { QuestionField } from '../../lib/question-field.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, Textarea, TextInput } from '../../ui/inputs.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import {
  blankLine,
  type ManualLine,
  type ManualProblems,
  type ManualValues,
  optionField,
} from './manual-order-model.ts';
import { OptionField } from './option-field.client.tsx';
import { PlayerFields, type Server, ServerChoice } from './player-fields.client.tsx';

interface ManualOrderFieldsProps {
  values: ManualValues;
  onChange(part: Partial<ManualValues>): void;
  problems: ManualProblems;
  products: readonly Product[];
  /** The questions of the chosen products. */
  questions: readonly CheckoutQuestion[];
  /** The servers from which the person chooses one; empty if there is nothing to choose. */
  servers: readonly Server[];
  /** The kinds of id by which these goods' servers know the player. */
  kinds: readonly IdentityKind[];
}

/** Which goods, for which person, the answers to the shop's questions, and the reason. */
export function ManualOrderFields({
  values,
  onChange,
  problems,
  products,
  questions,
  servers,
  kinds,
}: ManualOrderFieldsProps) {
  return (
    <>
      <PlayerFields values={values} onChange={onChange} problems={problems} kinds={kinds} />
      <Lines lines={values.lines} products={products} problems={problems} onChange={(lines) => onChange({ lines })} />
      <ServerChoice
        servers={servers}
        value={values.serverId}
        error={problems.serverId}
        onChange={(serverId) => onChange({ serverId })}
      />
      {questions.map((question) => (
        <QuestionField
          key={question.name}
          question={question}
          value={values.answers[question.name] ?? ''}
          error={problems[`variables.${question.name}`]}
          onAnswer={(answer) => onChange({ answers: { ...values.answers, [question.name]: answer } })}
        />
      ))}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Nome" optional error={problems.name}>
          <TextInput
            maxLength={limits.customerNameMax}
            value={values.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Field>
        <Field label="E-mail" optional error={problems.email}>
          <TextInput
            type="email"
            maxLength={limits.emailMax}
            value={values.email}
            onChange={(event) => onChange({ email: event.target.value })}
          />
        </Field>
      </div>
      <Field label="Motivo" help="Fica no registro de alterações da loja." error={problems.reason}>
        <Textarea
          rows={2}
          maxLength={300}
          value={values.reason}
          onChange={(event) => onChange({ reason: event.target.value })}
        />
      </Field>
      {problems.root ? (
        <Alert tone="bad" assertive>
          {problems.root}
        </Alert>
      ) : null}
    </>
  );
}

interface LinesProps {
  lines: readonly ManualLine[];
  products: readonly Product[];
  problems: ManualProblems;
  onChange(lines: ManualLine[]): void;
}

function Lines({ lines, products, problems, onChange }: LinesProps) {
  const change = (key: number, part: Partial<ManualLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  const sent = lines.filter(({ id }) => id !== '');
  return (
    <div className="flex flex-col gap-2 max-sm:gap-4">
      {lines.map((line, index) => (
        <div key={line.key} className="flex flex-wrap items-start gap-2">
          <Field
            label={index === 0 ? 'Produto' : `Produto ${index + 1}`}
            error={index === 0 ? (problems.idProducts ?? problems.quantity) : undefined}
            className="min-w-40 flex-1 max-sm:basis-full"
          >
            <Select value={line.id} onChange={(event) => change(line.key, { id: event.target.value, options: {} })}>
              <option value="">Escolha</option>
              {products.map((product) => (
                <option key={product.idProduct} value={product.idProduct}>
                  {product.name} ({money(product.price)})
                </option>
              ))}
            </Select>
          </Field>
          <Field label={index === 0 ? 'Quantidade' : `Quantidade ${index + 1}`} className="w-28 shrink-0 max-sm:flex-1">
            <NumberInput value={line.quantity} onChange={(quantity) => change(line.key, { quantity })} />
          </Field>
          {lines.length > 1 ? (
            <IconButton
              label={`Remover produto ${index + 1}`}
              className="mt-6.5"
              onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
            >
              <Trash2 className="size-4" />
            </IconButton>
          ) : null}
          {products
            .find(({ idProduct }) => idProduct === line.id)
            ?.options.map((option) => (
              <OptionField
                key={option.name}
                option={option}
                value={line.options[option.name] ?? ''}
                error={problems[optionField(sent.indexOf(line), option.name)]}
                onAnswer={(answer) => change(line.key, { options: { ...line.options, [option.name]: answer } })}
              />
            ))}
        </div>
      ))}
      {lines.length < limits.orderLinesMax ? (
        <Button
          tone="quiet"
          size="small"
          className="self-start"
          icon={<Plus className="size-4" />}
          onClick={() => onChange([...lines, blankLine(Math.max(...lines.map(({ key }) => key)) + 1)])}
        >
          Outro produto
        </Button>
      ) : null}
    </div>
  );
}

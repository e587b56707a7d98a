import { useQuery } from '@tanstack/react-query';
import {
  type DiscordAction,
  executionTimings,
  executionTimingTexts,
  type FivemAction,
} from '@vitrine/contract/actions';
import { listOfField } from '@vitrine/contract/city-fit';
import { limits } from '@vitrine/contract/limits';
import type { NameField, TemplateField } from '@vitrine/contract/templates';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { useFirstError } from '../form/use-first-error.ts';
import { cityNamesQuery, variablesQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import {
  type ActionDraft,
  checkDraft,
  type DraftErrors,
  type DraftField,
  draftDoubts,
  draftOf,
  fieldsOf,
} from './action-draft.ts';
import type { ActionTab } from './action-tabs.ts';
import { RoleField } from './role-field.client.tsx';
import { ServerField } from './server-field.client.tsx';
import { PlaceholderInput } from './suggestions/placeholder-input.client.tsx';
import { placeholderOptions } from './suggestions/placeholders.ts';

interface ActionDialogProps {
  content: NonNullable<ActionTab['content']>;
  /** The action to change; undefined for a new one. */
  action: DiscordAction | FivemAction | undefined;
  /** The product's id; undefined for a new one. */
  product: string | undefined;
  onClose(): void;
  onConfirm(action: DiscordAction | FivemAction): void;
}

/** One action: what it does, its details, and when. It is mounted when it opens, so it always starts from `action`. */
export function ActionDialog({ content, action, product, onClose, onConfirm }: ActionDialogProps) {
  const formId = useId();
  const { form, focusFirstError } = useFirstError();
  const [draft, setDraft] = useState(() => draftOf(action));
  const [errors, setErrors] = useState<DraftErrors>({});
  const store = useCurrentStoreId();
  const { data: variables } = useQuery(variablesQuery(store));
  const { data: cities = [] } = useQuery({ ...cityNamesQuery(store), enabled: content.target === 'fivem' });
  const options = placeholderOptions(variables ?? []);
  const fields = fieldsOf(draft.type);

  const change = (part: Partial<ActionDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setErrors((before) => {
      const rest = { ...before };
      for (const field of Object.keys(part)) delete rest[field as DraftField];
      return rest;
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In React's tree the product's form is around this one, and would be sent too.
    event.stopPropagation();
    const checked = checkDraft(content.target, draft, variables, product, cities);
    if (checked.action) return onConfirm({ ...checked.action, ...(action?.id && { id: action.id }) });
    setErrors(checked.errors);
    focusFirstError();
  };
  const [city] = cities;
  const listOf = (field: TemplateField) => city?.lists[field === 'command' ? 'commands' : listOfField[field]];
  const nameHelp = (field: NameField, otherwise: string) => {
    if (listOf(field)) return 'Escolha da lista da sua cidade, com a grafia dela.';
    return city?.actions ? `${otherwise} A cidade não enviou uma lista: o nome não é conferido.` : otherwise;
  };
  const doubts = content.target === 'fivem' ? draftDoubts(draft, cities, variables, product) : [];
  const text = (field: TemplateField, placeholder: string) => (
    <PlaceholderInput
      key={field}
      names={listOf(field) && { field, list: listOf(field)?.names ?? [] }}
      value={draft[field]}
      onChange={(value) => change({ [field]: value })}
      options={options}
      maxLength={field === 'command' ? limits.commandMax : limits.actionNameMax}
      placeholder={placeholder}
    />
  );
  const number = (field: 'amount' | 'itemQuantity', placeholder: string) => (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      className="figures"
      placeholder={placeholder}
      value={draft[field]}
      onChange={(event) => change({ [field]: event.target.value.trim() })}
    />
  );

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={content.dialogTitle}
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
        <Field label="Tipo de ação" error={errors.type}>
          <Select value={draft.type} onChange={(event) => change({ type: event.target.value })}>
            <option value="">Selecione</option>
            {content.types.map((type) => (
              <option key={type.value} value={type.value}>
                {type.label}
              </option>
            ))}
          </Select>
        </Field>
        {fields.includes('roleId') ? (
          <RoleField roleId={draft.roleId} roleName={draft.roleName} error={errors.roleId} onChange={change} />
        ) : null}
        {fields.includes('command') ? (
          <Field
            label="Comando"
            error={errors.command}
            help="Como no console do servidor, sem barra no início. Um texto com espaços vai entre aspas. Digite {{ para usar uma variável: o que o cliente escrever será sempre um só argumento."
          >
            {text('command', 'giveitem {{cidade}} moeda 10')}
          </Field>
        ) : null}
        {fields.includes('groupName') ? (
          <Field
            label="Nome do grupo"
            error={errors.groupName}
            help={nameHelp('groupName', 'Como está no seu servidor, sem espaços.')}
          >
            {text('groupName', 'vip_ouro')}
          </Field>
        ) : null}
        {fields.includes('amount') ? (
          <Field label="Quantia" error={errors.amount} help="Dinheiro da cidade, no banco. Só números.">
            {number('amount', '50000')}
          </Field>
        ) : null}
        {fields.includes('vehicleName') ? (
          <Field
            label="Nome do veículo"
            error={errors.vehicleName}
            help={nameHelp('vehicleName', 'O nome de spawn do modelo, sem espaços.')}
          >
            {text('vehicleName', 'sultan')}
          </Field>
        ) : null}
        {fields.includes('itemName') ? (
          <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
            <Field
              label="Nome do item"
              error={errors.itemName}
              help={nameHelp('itemName', 'O nome que o console usa.')}
            >
              {text('itemName', 'moeda')}
            </Field>
            <Field label="Quantidade" error={errors.itemQuantity}>
              {number('itemQuantity', '1')}
            </Field>
          </div>
        ) : null}
        {doubts.map((doubt) => (
          <Alert key={doubt} tone="warn">
            {doubt}
          </Alert>
        ))}
        {draft.type === 'add_vehicle' ? (
          <Alert tone="warn">Com um veículo, o produto é vendido um por pedido.</Alert>
        ) : null}
        {content.target === 'fivem' ? (
          <ServerField value={draft.server} error={errors.server} onChange={(server) => change({ server })} />
        ) : null}
        <Field label="Quando executar" error={errors.executionTiming}>
          <Select value={draft.executionTiming} onChange={(event) => change({ executionTiming: event.target.value })}>
            <option value="">Selecione</option>
            {executionTimings.map((timing) => (
              <option key={timing} value={timing}>
                {executionTimingTexts[timing]}
              </option>
            ))}
          </Select>
        </Field>
      </form>
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { TargetAction } from '@vitrine/contract/action-lists';
import { callsOwnAction, ownActions, partsOfAction } from '@vitrine/contract/action-types';
import {
  type Action,
  type ActionTarget,
  executionTimings,
  executionTimingTexts,
  targetTexts,
} from '@vitrine/contract/actions';
import { citiesOfAction, listOfField } from '@vitrine/contract/city-fit';
import { limits } from '@vitrine/contract/limits';
import { optionsAsVariables, type ProductOption } from '@vitrine/contract/product-options';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { useFirstError } from '../form/use-first-error.ts';
import { cityNamesQuery, variablesQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { ServerField } from '../store/server-field.client.tsx';
import {
  type ActionDraft,
  checkDraft,
  type DraftErrors,
  type DraftField,
  draftDoubts,
  draftOf,
  fieldsOf,
} from './action-draft.ts';
import { ActionOptions } from './action-options.client.tsx';
import { placeholderOptions } from './suggestions/placeholders.ts';
import { TargetFields } from './targets/target-fields.client.tsx';

interface ActionDialogProps {
  target: ActionTarget;
  /** The action to change; undefined for a new one. */
  action: TargetAction | undefined;
  /** The product's id; undefined for a new one. */
  product: string | undefined;
  /** What the buyer chooses or types for it. */
  asked: readonly ProductOption[];
  onClose(): void;
  onConfirm(action: TargetAction): void;
}

/** One action: what it does, its details, and when. It is mounted when it opens, so it always starts from `action`. */
export function ActionDialog({ target, action, product, asked, onClose, onConfirm }: ActionDialogProps) {
  const formId = useId();
  const { inCity, types, tab } = targetTexts[target];
  const { form, focusFirstError } = useFirstError();
  const [draft, setDraft] = useState(() => draftOf(action));
  const [errors, setErrors] = useState<DraftErrors>({});
  const store = useCurrentStoreId();
  const { data } = useQuery(variablesQuery(store));
  const variables = data && [...data, ...optionsAsVariables(asked)];
  const { data: cities = [] } = useQuery({ ...cityNamesQuery(store), enabled: inCity });
  const options = placeholderOptions(variables ?? []);

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
    const checked = checkDraft(target, draft, variables, product, cities);
    if (checked.action) return onConfirm({ ...checked.action, ...(action?.id && { id: action.id }) });
    setErrors(checked.errors);
    focusFirstError();
  };
  /** The city whose names are offered: the first one to which the action goes. */
  const [city] = citiesOfAction({ target, server: draft.server || undefined } as Action, cities);
  // The actions that the owner's scripts registered. The chosen one stays among them, even if it is no longer registered.
  const ownType = Object.keys(types).find(callsOwnAction);
  const own = draft.type === ownType ? partsOfAction(draft.command) : undefined;
  const names = ownType
    ? cities.flatMap(({ game, actions }) => (game === target ? ownActions(actions ?? []) : []))
    : [];
  const offered = [...new Set(own ? [...names, own.name] : names)];
  const choose = (value: string) => {
    const [name] = ownActions([value]);
    if (name !== undefined) return change({ type: ownType ?? '', command: `${name} ` });
    change({ type: value, ...(own && { command: '' }) });
  };
  const doubts = inCity ? draftDoubts(target, draft, cities, variables, product) : [];
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={tab.dialog}
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
          <Select value={own ? `own:${own.name}` : draft.type} onChange={(event) => choose(event.target.value)}>
            <option value="">Selecione</option>
            {Object.entries(types).map(([type, label]) =>
              // The owner's own actions are offered by their names.
              type === ownType ? null : (
                <option key={type} value={type}>
                  {label}
                </option>
              ),
            )}
            {offered.map((name) => (
              <option key={name} value={`own:${name}`}>
                {(types as Record<string, string>)[ownType ?? '']}: {name}
              </option>
            ))}
          </Select>
        </Field>
        <TargetFields target={target} draft={draft} errors={errors} change={change} options={options} city={city} />
        {fieldsOf(draft.type).some((field) => field in listOfField) ? (
          <Field
            label="Nome para o cliente"
            optional
            error={errors.label}
            help="O que quem compra lê no lugar desse nome. É só texto: o jogo não o recebe."
          >
            <TextInput
              autoComplete="off"
              maxLength={limits.cityLabelMax}
              placeholder="Pistola"
              value={draft.label}
              onChange={(event) => change({ label: event.target.value })}
            />
          </Field>
        ) : null}
        {doubts.map((doubt) => (
          <Alert key={doubt} tone="warn">
            {doubt}
          </Alert>
        ))}
        {inCity ? (
          <ServerField
            target={target}
            value={draft.server}
            error={errors.server}
            onChange={(server) => change({ server })}
          />
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
        <ActionOptions draft={draft} errors={errors} onChange={change} />
      </form>
    </Dialog>
  );
}

import { callsOwnAction, partsOfAction } from '@vitrine/contract/action-types';
import { listOfField } from '@vitrine/contract/city-fit';
import { limits } from '@vitrine/contract/limits';
import type { NameField } from '@vitrine/contract/templates';
import { Field } from '../../../../ui/field.tsx';
import { TextInput } from '../../../../ui/inputs.tsx';
import { type ListField, labelAfter } from '../../suggestions/city-names.ts';
import { PlaceholderInput } from '../../suggestions/placeholder-input.client.tsx';
import type { FieldsProps } from '../target-form.ts';

/** The fields that actions of several games have, as typed. */
export const gameDraft = {
  ...{ command: '', groupName: '', amount: '', vehicleName: '', itemName: '', itemQuantity: '', label: '' },
};
export type GameDraft = typeof gameDraft;

interface Words {
  help: string;
  placeholder: string;
}

/** What a game says about its fields, pt-BR. */
export interface GameWords {
  /** Where names come from, and who tells them: `da sua cidade`, `A cidade`, `da cidade`. */
  lists: { from: string; teller: string; itself: string };
  command?: Words;
  own?: Words;
  group: Words;
  amount: Words;
  vehicle?: Words;
  item: Words;
}

/** The fields of a game's action. */
export function GameFields({
  type,
  draft,
  errors,
  change,
  fields,
  options,
  city,
  words,
}: FieldsProps<GameDraft> & { words: GameWords }) {
  const listOf = (field: ListField) => city?.lists[field === 'command' ? 'commands' : listOfField[field]];
  const { from, teller, itself } = words.lists;
  const nameHelp = (field: NameField, otherwise: string) => {
    if (listOf(field)) return `Escolha da lista ${from}, com a grafia ${itself}.`;
    const why = city?.actions ? `${teller} não enviou uma lista` : `${teller} ainda não se conectou`;
    return `${otherwise} ${why}: o nome não é conferido.`;
  };
  const text = (field: ListField, placeholder: string) => (
    <PlaceholderInput
      key={field}
      names={listOf(field) && { field, list: listOf(field)?.names ?? [] }}
      value={draft[field]}
      onChange={(value) =>
        change({
          [field]: value,
          ...(field !== 'command' && {
            label: labelAfter(draft.label, draft[field], value, listOf(field)?.names ?? []),
          }),
        })
      }
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
  // The dialog offers the owner's own actions by their names, so only the arguments are typed.
  const own = callsOwnAction(type) ? partsOfAction(draft.command) : undefined;
  const { command, own: ownWords, group, amount, vehicle, item } = words;
  return (
    <>
      {own && ownWords ? (
        <Field label="Argumentos" error={errors.command} help={ownWords.help}>
          <PlaceholderInput
            value={own.written}
            onChange={(written) => change({ command: `${own.name} ${written}` })}
            options={options}
            maxLength={limits.commandMax - own.name.length - 1}
            placeholder={ownWords.placeholder}
          />
        </Field>
      ) : null}
      {fields.includes('command') && !own && command ? (
        <Field label="Comando" error={errors.command} help={command.help}>
          {text('command', command.placeholder)}
        </Field>
      ) : null}
      {fields.includes('groupName') ? (
        <Field label="Nome do grupo" error={errors.groupName} help={nameHelp('groupName', group.help)}>
          {text('groupName', group.placeholder)}
        </Field>
      ) : null}
      {fields.includes('amount') ? (
        <Field label="Quantia" error={errors.amount} help={amount.help}>
          {number('amount', amount.placeholder)}
        </Field>
      ) : null}
      {fields.includes('vehicleName') && vehicle ? (
        <Field label="Nome do veículo" error={errors.vehicleName} help={nameHelp('vehicleName', vehicle.help)}>
          {text('vehicleName', vehicle.placeholder)}
        </Field>
      ) : null}
      {fields.includes('itemName') ? (
        <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
          <Field label="Nome do item" error={errors.itemName} help={nameHelp('itemName', item.help)}>
            {text('itemName', item.placeholder)}
          </Field>
          <Field label="Quantidade" error={errors.itemQuantity}>
            {number('itemQuantity', '1')}
          </Field>
        </div>
      ) : null}
    </>
  );
}

import { partsOfAction } from '@vitrine/contract/action-types';
import type { FivemAction } from '@vitrine/contract/actions';
import { listOfField } from '@vitrine/contract/city-fit';
import { limits } from '@vitrine/contract/limits';
import type { NameField } from '@vitrine/contract/templates';
import { Field } from '../../../../ui/field.tsx';
import { TextInput } from '../../../../ui/inputs.tsx';
import { Alert } from '../../../../ui/surfaces.tsx';
import { type ListField, labelAfter } from '../../suggestions/city-names.ts';
import { PlaceholderInput } from '../../suggestions/placeholder-input.client.tsx';
import type { FieldsProps, TargetForm } from '../target-form.ts';

const empty = {
  ...{ command: '', groupName: '', amount: '', vehicleName: '', plate: '', itemName: '', itemQuantity: '', label: '' },
};

function Fields({ type, draft, errors, change, fields, options, city }: FieldsProps<typeof empty>) {
  const listOf = (field: ListField) => city?.lists[field === 'command' ? 'commands' : listOfField[field]];
  const nameHelp = (field: NameField, otherwise: string) => {
    if (listOf(field)) return 'Escolha da lista da sua cidade, com a grafia dela.';
    const why = city?.actions ? 'A cidade não enviou uma lista' : 'A cidade ainda não se conectou';
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
  const plates = options.filter(({ plate }) => plate);
  // The dialog offers the owner's own actions by their names, so only the arguments are typed.
  const own = type === 'run_action' ? partsOfAction(draft.command) : undefined;
  return (
    <>
      {own ? (
        <Field
          label="Argumentos"
          error={errors.command}
          help="O que o seu script recebe, separado por espaços. Um texto com espaços vai entre aspas."
        >
          <PlaceholderInput
            value={own.written}
            onChange={(written) => change({ command: `${own.name} ${written}` })}
            options={options}
            maxLength={limits.commandMax - own.name.length - 1}
            placeholder="{{cidade}} ouro"
          />
        </Field>
      ) : null}
      {fields.includes('command') && !own ? (
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
          help={nameHelp('groupName', 'Como está no seu servidor. Um emprego em Qbox, QBCore ou ESX é “job:police:2”.')}
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
          <Field label="Nome do item" error={errors.itemName} help={nameHelp('itemName', 'O nome que o console usa.')}>
            {text('itemName', 'moeda')}
          </Field>
          <Field label="Quantidade" error={errors.itemQuantity}>
            {number('itemQuantity', '1')}
          </Field>
        </div>
      ) : null}
      {type === 'add_vehicle' && (draft.plate !== '' || !city?.actions || city.actions.includes('plate')) ? (
        <Field
          label="Placa"
          optional
          error={errors.plate}
          help={
            plates.length > 0
              ? `Vazia, a cidade cria uma. Com {{${plates[0]?.name}}}, o veículo nasce com a placa que o cliente escolher.`
              : 'Vazia, a cidade cria uma. Para o cliente escolher, crie uma opção do tipo placa neste produto.'
          }
        >
          <PlaceholderInput
            value={draft.plate}
            onChange={(plate) => change({ plate: plate.trim() })}
            options={plates}
            maxLength={limits.variableNameMax + 4}
            placeholder={`{{${plates[0]?.name ?? 'placa'}}}`}
          />
        </Field>
      ) : null}
      {type === 'add_vehicle' && draft.plate === '' && city?.actions && !city.actions.includes('plate') ? (
        <p className="text-small text-muted text-pretty">
          A placa é a que a cidade criar: para o cliente escolher, atualize o script. Bases sem coluna de placa não têm
          essa opção.
        </p>
      ) : null}
      {type === 'add_vehicle' ? <Alert tone="warn">Com um veículo, o produto é vendido um por pedido.</Alert> : null}
    </>
  );
}

/** What a FiveM city gives and takes. */
export const fivem = {
  empty,
  fields: {
    execute_command: ['command'],
    add_group: ['groupName'],
    remove_group: ['groupName'],
    add_money: ['amount'],
    remove_money: ['amount'],
    add_vehicle: ['vehicleName'],
    remove_vehicle: ['vehicleName'],
    add_item: ['itemName', 'itemQuantity'],
    remove_ban: [],
    run_action: ['command'],
  },
  optional: ['label', 'plate'],
  Fields,
} satisfies TargetForm<typeof empty, FivemAction['type']>;

import type { FivemAction } from '@vitrine/contract/actions';
import { limits } from '@vitrine/contract/limits';
import { Field } from '../../../../ui/field.tsx';
import { Alert } from '../../../../ui/surfaces.tsx';
import { PlaceholderInput } from '../../suggestions/placeholder-input.client.tsx';
import { GameFields, type GameWords, gameDraft } from '../game/game-fields.client.tsx';
import type { FieldsProps, TargetForm } from '../target-form.ts';

const empty = { ...gameDraft, plate: '' };

const words: GameWords = {
  lists: { from: 'da sua cidade', teller: 'A cidade', itself: 'dela' },
  command: {
    help: 'Como no console do servidor, sem barra no início. Um texto com espaços vai entre aspas. Digite {{ para usar uma variável: o que o cliente escrever será sempre um só argumento.',
    placeholder: 'giveitem {{cidade}} moeda 10',
  },
  own: {
    help: 'O que o seu script recebe, separado por espaços. Um texto com espaços vai entre aspas.',
    placeholder: '{{cidade}} ouro',
  },
  group: {
    help: 'Como está no seu servidor. Um emprego em Qbox, QBCore ou ESX é “job:police:2”; um grupo do ox_core é “police:2”.',
    placeholder: 'vip_ouro',
  },
  amount: { help: 'Dinheiro da cidade, no banco. Só números.', placeholder: '50000' },
  vehicle: { help: 'O nome de spawn do modelo, sem espaços.', placeholder: 'sultan' },
  item: { help: 'O nome que o console usa.', placeholder: 'moeda' },
};

function Fields(props: FieldsProps<typeof empty>) {
  const { type, draft, errors, change, options, city } = props;
  const plates = options.filter(({ plate }) => plate);
  return (
    <>
      <GameFields {...props} words={words} />
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

import type { MtaAction } from '@vitrine/contract/actions';
import { Alert } from '../../../../ui/surfaces.tsx';
import { GameFields, type GameWords, gameDraft } from '../game/game-fields.client.tsx';
import type { FieldsProps, TargetForm } from '../target-form.ts';

const words: GameWords = {
  lists: { from: 'do seu servidor', teller: 'O servidor', itself: 'dele' },
  own: {
    help: 'O que a sua função do commands.lua recebe, separado por espaços. Um texto com espaços vai entre aspas.',
    placeholder: '{{cidade}} ouro',
  },
  group: { help: 'Um grupo da ACL. Um VIP do [HS]VIP_System é “vip:Nome”.', placeholder: 'VIP' },
  amount: { help: 'Dinheiro na mão do jogador, que precisa estar no servidor. Só números.', placeholder: '50000' },
  vehicle: { help: 'O nome do veículo no [HS]Dealership_System.', placeholder: 'Infernus' },
  item: { help: 'O nome do item no [HS]Hyper_Inventory.', placeholder: 'agua' },
};

const Fields = (props: FieldsProps<typeof gameDraft>) => (
  <>
    <GameFields {...props} words={words} />
    {props.type === 'mta_add_vehicle' ? (
      <Alert tone="warn">
        Com um veículo, o produto é vendido um por pedido. O [HS]Dealership_System não deixa a loja retirar um veículo:
        no fim da compra ele fica até o prazo de Config.VehicleDays.
      </Alert>
    ) : null}
    {props.type === 'mta_remove_ban' ? (
      <Alert tone="info">
        Vale para banimentos pelo serial com que a conta entrou por último, e só onde o ID do jogador é a conta do MTA.
        Banimentos por nick não são tocados: qualquer um usa um nick.
      </Alert>
    ) : null}
  </>
);

/** What an MTA server gives and takes. */
export const mta = {
  empty: gameDraft,
  fields: {
    mta_add_group: ['groupName'],
    mta_remove_group: ['groupName'],
    mta_add_money: ['amount'],
    mta_remove_money: ['amount'],
    mta_add_item: ['itemName', 'itemQuantity'],
    mta_add_vehicle: ['vehicleName'],
    mta_remove_ban: [],
    mta_run_action: ['command'],
  },
  optional: ['label'],
  Fields,
} satisfies TargetForm<typeof gameDraft, MtaAction['type']>;

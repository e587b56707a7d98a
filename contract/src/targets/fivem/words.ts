import { told, whole } from '../game-words.ts';
import type { TargetWords } from '../target-words.ts';
import type { FivemAction } from './schemas.ts';

/** The plate that a vehicle gets, in the middle of a sentence. Before the purchase it is the buyer's choice. */
const plated = (plate: string | undefined, buyer: boolean) =>
  !plate ? '' : buyer && plate.startsWith('{') ? ' com a placa que você escolher' : ` com a placa ${plate}`;

/** A FiveM city, in words. */
export const fivem = {
  name: 'Servidor do jogo',
  badge: 'FiveM',
  holder: 'ID da Cidade',
  answers: 'o servidor',
  list: 'fiveMActions',
  one: 'fiveMAction',
  commands: 'fxserver',
  inCity: true,
  types: {
    execute_command: 'Executar comando',
    add_group: 'Adicionar grupo',
    remove_group: 'Remover grupo',
    add_money: 'Adicionar dinheiro',
    remove_money: 'Remover dinheiro',
    add_vehicle: 'Adicionar veículo',
    remove_vehicle: 'Remover veículo',
    add_item: 'Adicionar item',
    remove_ban: 'Remover banimento',
    run_action: 'Ação do servidor',
  },
  templates: {
    execute_command: 'command',
    run_action: 'command',
    add_group: 'groupName',
    remove_group: 'groupName',
    add_vehicle: 'vehicleName',
    remove_vehicle: 'vehicleName',
    add_item: 'itemName',
  },
  perUnit: ['execute_command', 'run_action', 'add_money', 'remove_money', 'add_item'],
  sentence(action, buyer) {
    switch (action.type) {
      case 'execute_command':
        return `Executar o comando ${action.command}`;
      case 'add_group':
        return `Adicionar ao grupo ${told(action.groupName, action.label, buyer)}`;
      case 'remove_group':
        return `Remover do grupo ${told(action.groupName, action.label, buyer)}`;
      case 'add_money':
        return `Adicionar R$ ${whole.format(action.amount)} ao banco da cidade`;
      case 'remove_money':
        return `Remover R$ ${whole.format(action.amount)} do banco da cidade`;
      case 'add_vehicle':
        return `Adicionar o veículo ${told(action.vehicleName, action.label, buyer)}${plated(action.plate, buyer)}`;
      case 'remove_vehicle':
        return `Remover o veículo ${told(action.vehicleName, action.label, buyer)}`;
      case 'add_item':
        return `Entregar ${whole.format(action.itemQuantity)}× ${told(action.itemName, action.label, buyer)}`;
      case 'remove_ban':
        return 'Remover o banimento da cidade';
      case 'run_action':
        return `Ação do servidor: ${action.command}`;
    }
  },
  benefit(action, span) {
    switch (action.type) {
      case 'add_group':
        return `Grupo ${told(action.groupName, action.label, true)} na cidade${span('remove_group')}`;
      case 'add_money':
        return `R$ ${whole.format(action.amount)} no banco da cidade`;
      case 'add_vehicle':
        return `Veículo ${told(action.vehicleName, action.label, true)} na garagem${plated(action.plate, true)}${span('remove_vehicle')}`;
      case 'add_item':
        return `${whole.format(action.itemQuantity)}× ${told(action.itemName, action.label, true)} no inventário`;
      case 'remove_ban':
        return 'Remoção do banimento na cidade';
      default:
        return null;
    }
  },
  secret: { types: ['execute_command', 'run_action'], text: 'Entrega automática na cidade' },
  tab: {
    label: 'FiveM',
    empty: 'Nenhuma ação do FiveM adicionada',
    dialog: 'Ação do FiveM',
    added: 'Ação FiveM adicionada com sucesso!',
    removed: 'Ação FiveM removida.',
  },
} as const satisfies TargetWords<FivemAction>;

import type { TargetWords } from '../target-words.ts';
import type { FivemAction } from './schemas.ts';

const whole = new Intl.NumberFormat('pt-BR');

/** A FiveM city, in words. */
export const fivem = {
  name: 'Servidor do jogo',
  badge: 'FiveM',
  holder: 'ID da cidade',
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
  sentence(action) {
    switch (action.type) {
      case 'execute_command':
        return `Executar o comando ${action.command}`;
      case 'add_group':
        return `Adicionar ao grupo ${action.groupName}`;
      case 'remove_group':
        return `Remover do grupo ${action.groupName}`;
      case 'add_money':
        return `Adicionar R$ ${whole.format(action.amount)} ao banco da cidade`;
      case 'remove_money':
        return `Remover R$ ${whole.format(action.amount)} do banco da cidade`;
      case 'add_vehicle':
        return `Adicionar o veículo ${action.vehicleName}`;
      case 'remove_vehicle':
        return `Remover o veículo ${action.vehicleName}`;
      case 'add_item':
        return `Entregar ${whole.format(action.itemQuantity)}× ${action.itemName}`;
      case 'remove_ban':
        return 'Remover o banimento da cidade';
      case 'run_action':
        return `Ação do servidor: ${action.command}`;
    }
  },
  benefit(action, span) {
    switch (action.type) {
      case 'add_group':
        return `Grupo ${action.groupName} na cidade${span('remove_group')}`;
      case 'add_money':
        return `R$ ${whole.format(action.amount)} no banco da cidade`;
      case 'add_vehicle':
        return `Veículo ${action.vehicleName} na garagem${span('remove_vehicle')}`;
      case 'add_item':
        return `${whole.format(action.itemQuantity)}× ${action.itemName} no inventário`;
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

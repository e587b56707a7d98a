import { told, whole } from '../game-words.ts';
import type { TargetWords } from '../target-words.ts';
import type { MtaAction } from './schemas.ts';

/** An MTA:SA server, in words. */
export const mta = {
  name: 'Servidor de MTA',
  badge: 'MTA',
  holder: 'Conta do MTA',
  answers: 'o servidor',
  list: 'mtaActions',
  one: 'mtaAction',
  // No console reads them: the arguments of own actions are written as those of FiveM's.
  commands: 'fxserver',
  inCity: true,
  types: {
    mta_add_group: 'Adicionar grupo',
    mta_remove_group: 'Remover grupo',
    mta_add_money: 'Adicionar dinheiro',
    mta_remove_money: 'Remover dinheiro',
    mta_add_item: 'Adicionar item',
    mta_add_vehicle: 'Adicionar veículo',
    mta_remove_ban: 'Remover banimento',
    mta_run_action: 'Ação do servidor',
  },
  templates: {
    mta_add_group: 'groupName',
    mta_remove_group: 'groupName',
    mta_add_item: 'itemName',
    mta_add_vehicle: 'vehicleName',
    mta_run_action: 'command',
  },
  perUnit: ['mta_add_money', 'mta_remove_money', 'mta_add_item', 'mta_run_action'],
  sentence(action, buyer) {
    switch (action.type) {
      case 'mta_add_group':
        return `Adicionar ao grupo ${told(action.groupName, action.label, buyer)}`;
      case 'mta_remove_group':
        return `Remover do grupo ${told(action.groupName, action.label, buyer)}`;
      case 'mta_add_money':
        return `Adicionar R$ ${whole.format(action.amount)} no MTA`;
      case 'mta_remove_money':
        return `Remover R$ ${whole.format(action.amount)} no MTA`;
      case 'mta_add_item':
        return `Entregar ${whole.format(action.itemQuantity)}× ${told(action.itemName, action.label, buyer)}`;
      case 'mta_add_vehicle':
        return `Adicionar o veículo ${told(action.vehicleName, action.label, buyer)}`;
      case 'mta_remove_ban':
        return 'Remover o banimento do servidor de MTA';
      case 'mta_run_action':
        return `Ação do servidor: ${action.command}`;
    }
  },
  benefit(action, span) {
    switch (action.type) {
      case 'mta_add_group':
        return `Grupo ${told(action.groupName, action.label, true)} no MTA${span('mta_remove_group')}`;
      case 'mta_add_money':
        return `R$ ${whole.format(action.amount)} no MTA`;
      case 'mta_add_item':
        return `${whole.format(action.itemQuantity)}× ${told(action.itemName, action.label, true)} no inventário`;
      case 'mta_add_vehicle':
        return `Veículo ${told(action.vehicleName, action.label, true)} no MTA`;
      case 'mta_remove_ban':
        return 'Remoção do banimento no servidor de MTA';
      default:
        return null;
    }
  },
  secret: { types: ['mta_run_action'], text: 'Entrega automática no MTA' },
  tab: {
    label: 'MTA',
    empty: 'Nenhuma ação do MTA adicionada',
    dialog: 'Ação do MTA',
    added: 'Ação MTA adicionada com sucesso!',
    removed: 'Ação MTA removida.',
  },
} as const satisfies TargetWords<MtaAction>;

import type { Action } from './actions.ts';

/** Actions in pt-BR. Panel, storefront, order timeline and mails all use these words. */

const whole = new Intl.NumberFormat('pt-BR');

function days(count: number | null | undefined): string {
  if (!count) return '';
  return count === 1 ? ' por 1 dia' : ` por ${whole.format(count)} dias`;
}

/** What an action does, as a short sentence for members: `Adicionar R$ 50.000 ao banco`. */
export function actionSentence(action: Action): string {
  switch (action.type) {
    case 'add_role':
      return `Dar o cargo ${action.roleName ?? action.roleId} no Discord`;
    case 'remove_role':
      return `Tirar o cargo ${action.roleName ?? action.roleId} no Discord`;
    case 'ban':
      return 'Banir do servidor do Discord';
    case 'unban':
      return 'Remover o banimento do Discord';
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
  }
}

function benefit(action: Action, removeDays: number | null | undefined, ends: (type: string) => boolean): string {
  switch (action.type) {
    case 'add_role':
      return `${action.roleName ? `Cargo ${action.roleName}` : 'Cargo'} no Discord${ends('remove_role') ? days(removeDays) : ''}`;
    case 'unban':
      return 'Remoção do banimento no Discord';
    case 'add_group':
      return `Grupo ${action.groupName} na cidade${ends('remove_group') ? days(removeDays) : ''}`;
    case 'add_money':
      return `R$ ${whole.format(action.amount)} no banco da cidade`;
    case 'add_vehicle':
      return `Veículo ${action.vehicleName} na garagem${ends('remove_vehicle') ? days(removeDays) : ''}`;
    case 'add_item':
      return `${whole.format(action.itemQuantity)}× ${action.itemName} no inventário`;
    case 'remove_ban':
      return 'Remoção do banimento na cidade';
    default:
      return actionSentence(action);
  }
}

/**
 * What a buyer gets, in plain words made from the actions (LOOK.md, Storefront). It names what happens on
 * confirmation, and the number of days if an action on expiration takes it back. Commands are left out: their text is
 * the owner's secret.
 */
export function benefitsOf(actions: readonly Action[], removeDays?: number | null): string[] {
  const ends = (type: string) =>
    actions.some((action) => action.executionTiming === 'on_expiration' && action.type === type);
  const shown = actions.filter((action) => action.executionTiming === 'on_confirmation');
  const texts = shown
    .filter(
      (action) =>
        (action.type !== 'execute_command' && action.type !== 'ban' && !action.type.startsWith('remove_')) ||
        action.type === 'remove_ban',
    )
    .map((action) => benefit(action, removeDays, ends));
  if (shown.some((action) => action.type === 'execute_command')) texts.push('Entrega automática na cidade');
  return [...new Set(texts)];
}

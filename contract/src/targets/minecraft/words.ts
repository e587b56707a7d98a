import { told, whole } from '../game-words.ts';
import type { TargetWords } from '../target-words.ts';
import type { MinecraftAction } from './schemas.ts';

const coins = (amount: number) => (amount === 1 ? '1 moeda' : `${whole.format(amount)} moedas`);

/** A Minecraft server, in words. */
export const minecraft = {
  name: 'Servidor de Minecraft',
  badge: 'Minecraft',
  holder: 'Nick do Minecraft',
  answers: 'o servidor',
  list: 'minecraftActions',
  one: 'minecraftAction',
  commands: 'minecraft',
  inCity: true,
  types: {
    minecraft_command: 'Executar comando',
    minecraft_add_group: 'Adicionar grupo',
    minecraft_remove_group: 'Remover grupo',
    minecraft_add_money: 'Adicionar dinheiro',
    minecraft_remove_money: 'Remover dinheiro',
    minecraft_add_item: 'Adicionar item',
    minecraft_add_whitelist: 'Adicionar à whitelist',
    minecraft_remove_whitelist: 'Remover da whitelist',
    minecraft_remove_ban: 'Remover banimento',
  },
  templates: {
    minecraft_command: 'command',
    minecraft_add_group: 'groupName',
    minecraft_remove_group: 'groupName',
    minecraft_add_item: 'itemName',
  },
  perUnit: ['minecraft_command', 'minecraft_add_money', 'minecraft_remove_money', 'minecraft_add_item'],
  sentence(action, buyer) {
    switch (action.type) {
      case 'minecraft_command':
        return `Executar o comando ${action.command}`;
      case 'minecraft_add_group':
        return `Adicionar ao grupo ${told(action.groupName, action.label, buyer)}`;
      case 'minecraft_remove_group':
        return `Remover do grupo ${told(action.groupName, action.label, buyer)}`;
      case 'minecraft_add_money':
        return `Adicionar ${coins(action.amount)} no Minecraft`;
      case 'minecraft_remove_money':
        return `Remover ${coins(action.amount)} no Minecraft`;
      case 'minecraft_add_item':
        return `Entregar ${whole.format(action.itemQuantity)}× ${told(action.itemName, action.label, buyer)}`;
      case 'minecraft_add_whitelist':
        return 'Adicionar à whitelist do servidor de Minecraft';
      case 'minecraft_remove_whitelist':
        return 'Remover da whitelist do servidor de Minecraft';
      case 'minecraft_remove_ban':
        return 'Remover o banimento do servidor de Minecraft';
    }
  },
  benefit(action, span) {
    switch (action.type) {
      case 'minecraft_add_group':
        return `Grupo ${told(action.groupName, action.label, true)} no Minecraft${span('minecraft_remove_group')}`;
      case 'minecraft_add_money':
        return `${coins(action.amount)} no Minecraft`;
      case 'minecraft_add_item':
        return `${whole.format(action.itemQuantity)}× ${told(action.itemName, action.label, true)} no inventário`;
      case 'minecraft_add_whitelist':
        return `Entrada na whitelist do servidor de Minecraft${span('minecraft_remove_whitelist')}`;
      case 'minecraft_remove_ban':
        return 'Remoção do banimento no servidor de Minecraft';
      default:
        return null;
    }
  },
  secret: { types: ['minecraft_command'], text: 'Entrega automática no Minecraft' },
  tab: {
    label: 'Minecraft',
    empty: 'Nenhuma ação do Minecraft adicionada',
    dialog: 'Ação do Minecraft',
    added: 'Ação Minecraft adicionada com sucesso!',
    removed: 'Ação Minecraft removida.',
  },
} as const satisfies TargetWords<MinecraftAction>;

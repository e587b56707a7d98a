import type { TargetWords } from '../target-words.ts';
import type { DiscordAction } from './schemas.ts';

/** A buyer never reads an id instead of a name. */
const role = ({ roleName, roleId }: { roleName?: string | undefined; roleId: string }, buyer: boolean) =>
  roleName ? `o cargo ${roleName}` : buyer ? 'um cargo' : `o cargo ${roleId}`;

/** A Discord server, in words. */
export const discord = {
  name: 'Discord',
  badge: 'Discord',
  holder: 'Discord',
  answers: 'o Discord',
  list: 'discordActions',
  one: 'discordAction',
  // Discord takes ids, never a buyer's text.
  commands: null,
  inCity: false,
  types: {
    add_role: 'Adicionar cargo',
    remove_role: 'Remover cargo',
    ban: 'Banir do servidor',
    unban: 'Remover banimento',
    send_message: 'Enviar mensagem a um canal',
    send_direct: 'Enviar mensagem direta',
  },
  templates: { send_message: 'message', send_direct: 'message' },
  perUnit: [],
  sentence(action, buyer) {
    switch (action.type) {
      case 'add_role':
        return `Dar ${role(action, buyer)} no Discord`;
      case 'remove_role':
        return `Tirar ${role(action, buyer)} no Discord`;
      case 'ban':
        return 'Banir do servidor do Discord';
      case 'unban':
        return 'Remover o banimento do Discord';
      case 'send_message':
        return `Enviar uma mensagem ao canal ${action.channelName ? `#${action.channelName}` : action.channelId} do Discord`;
      case 'send_direct':
        return 'Enviar uma mensagem direta no Discord';
    }
  },
  benefit(action, span) {
    if (action.type === 'unban') return 'Remoção do banimento no Discord';
    if (action.type !== 'add_role') return null;
    return `${action.roleName ? `Cargo ${action.roleName}` : 'Cargo'} no Discord${span('remove_role')}`;
  },
  secret: null,
  tab: {
    label: 'Discord',
    empty: 'Nenhuma ação do Discord adicionada',
    dialog: 'Ação do Discord',
    added: 'Ação adicionada com sucesso!',
    removed: 'Ação removida.',
  },
} as const satisfies TargetWords<DiscordAction>;

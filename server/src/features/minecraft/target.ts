import type { Action } from '@vitrine/contract/actions';
import { callByRcon } from '../city/rcon/call-by-rcon.ts';
import type { DeliveryTarget } from '../deliveries/delivery-target.ts';
import { command, gameWords, group, item, money, plain } from '../deliveries/render/game-kinds.ts';

const whitelist = { ...plain, subject: () => 'whitelist' };

/** LuckPerms reads `VIP` and `vip` as one group, so they are one right. */
const namedGroup: typeof group = { ...group, subject: ({ group: name }) => `group:${String(name).toLowerCase()}` };

/** A Minecraft server: its plugin speaks the protocol of game servers (features/city), as a city's script does. */
export const minecraft: DeliveryTarget<Extract<Action, { target: 'minecraft' }>> = {
  receiver: 'player',
  // A plugin listens by itself; a server with RCON is called.
  wake: callByRcon,
  keepsServer: true,
  kinds: {
    minecraft_command: { ...command('minecraft', 'Entrega automática no Minecraft'), wire: 'execute_command' },
    minecraft_add_group: { ...namedGroup, wire: 'add_group', takenBackBy: 'minecraft_remove_group' },
    minecraft_remove_group: { ...namedGroup, wire: 'remove_group' },
    minecraft_add_money: { ...money, wire: 'add_money' },
    minecraft_remove_money: { ...money, wire: 'remove_money' },
    minecraft_add_item: { ...item, wire: 'add_item' },
    minecraft_add_whitelist: { ...whitelist, wire: 'add_whitelist', takenBackBy: 'minecraft_remove_whitelist' },
    minecraft_remove_whitelist: { ...whitelist, wire: 'remove_whitelist' },
    minecraft_remove_ban: { ...plain, wire: 'remove_ban' },
  },
  words: gameWords('de Minecraft'),
};

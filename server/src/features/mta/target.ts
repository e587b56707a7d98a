import type { Action } from '@vitrine/contract/actions';
import type { DeliveryTarget } from '../deliveries/delivery-target.ts';
import { command, gameWords, group, item, money, plain, vehicle } from '../deliveries/render/game-kinds.ts';

/** An MTA:SA server: its resource speaks the protocol of game servers (features/city), as a city's script does. */
export const mta: DeliveryTarget<Extract<Action, { target: 'mta' }>> = {
  receiver: 'player',
  wake: null,
  keepsServer: true,
  kinds: {
    mta_add_group: { ...group, wire: 'add_group', takenBackBy: 'mta_remove_group' },
    mta_remove_group: { ...group, wire: 'remove_group' },
    // The game forgets the money of a player who is away (docs/spec/facts/game-servers.md 8.3).
    mta_add_money: { ...money, wire: 'add_money', needsPlayer: true },
    mta_remove_money: { ...money, wire: 'remove_money', needsPlayer: true },
    mta_add_item: { ...item, wire: 'add_item' },
    // The published dealership takes no vehicle back.
    mta_add_vehicle: { ...vehicle, wire: 'add_vehicle' },
    mta_remove_ban: { ...plain, wire: 'remove_ban' },
    mta_run_action: { ...command('mta', 'Entrega automática no MTA'), wire: 'run_action' },
  },
  words: gameWords('de MTA'),
};

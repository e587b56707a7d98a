import type { Action } from '@vitrine/contract/actions';
import type { DeliveryTarget } from '../deliveries/delivery-target.ts';
import { command, gameWords, group, item, money, plain, vehicle } from '../deliveries/render/game-kinds.ts';

const own = command('fivem', 'Entrega automática na cidade');

/** A FiveM city: its script fetches deliveries with `sync` and writes each into its journal. */
export const fivem: DeliveryTarget<Extract<Action, { target: 'fivem' }>> = {
  receiver: 'player',
  wake: null,
  keepsServer: true,
  kinds: {
    execute_command: own,
    add_group: { ...group, takenBackBy: 'remove_group' },
    remove_group: group,
    add_money: money,
    remove_money: money,
    add_vehicle: { ...vehicle, takenBackBy: 'remove_vehicle' },
    remove_vehicle: vehicle,
    add_item: item,
    remove_ban: plain,
    run_action: own,
  },
  words: gameWords('da cidade'),
};

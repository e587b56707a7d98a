import { bytesOf, fields, table, textOf, type Value } from '../wire.ts';
import { effect, type World, writeDisk } from '../world.ts';
import { playerOf } from './people.ts';

/**
 * The resources of HyperScripts as the published store resource uses them: Warp-Store/warp-delivery-game-mta, commands.lua at
 * 5ae2e9d. Their own source is not published, so they answer what that store resource needs, and write everything at once.
 */

function list(of: Record<string, string[]>, account: string): string[] {
  of[account] ??= [];
  return of[account];
}

function bagOf(world: World, account: string): Record<string, number> {
  world.disk.items[account] ??= {};
  return world.disk.items[account];
}

/** Something given or taken that is on the disk when it is done. */
function keep(world: World, kind: string, account: string, detail: string, run: () => void): void {
  effect(world, kind, account, detail, () => {
    run();
    writeDisk(world);
  });
}

type Exports = Record<string, Record<string, (world: World, args: Value[]) => Value>>;

export const HYPER: Exports = {
  /** No published resource: the owner's own gamemode, which writes down a player's money when it is asked. */
  gamemode: {
    save(world, [who]) {
      const player = playerOf(world, who);
      const account = world.disk.accounts.find(({ name }) => name === player?.account);
      if (account && player) account.money = player.money;
      return writeDisk(world);
    },
  },
  '[HS]VIP_System': {
    getPremium: (world, [account, vip]) =>
      list(world.disk.vips, textOf(account)).includes(textOf(vip)) ? table({ infos: '[ { } ]' }) : false,
    givePremium(world, [account, vip, days, unit, level]) {
      if (typeof days !== 'number' || textOf(unit) !== 'Dias' || !/^VIP:0\d+$/.test(textOf(level))) return false;
      const vips = list(world.disk.vips, textOf(account));
      keep(world, 'vip', textOf(account), textOf(vip), () => vips.push(textOf(vip)));
      return true;
    },
    takePremium(world, [account, vip]) {
      const vips = list(world.disk.vips, textOf(account));
      const at = vips.indexOf(textOf(vip));
      if (at < 0) return false;
      keep(world, 'vip', textOf(account), `-${textOf(vip)}`, () => vips.splice(at, 1));
      return true;
    },
  },
  '[HS]Dealership_System': {
    getVehicle: (world, [account, name]) =>
      list(world.disk.vehicles, textOf(account)).includes(textOf(name))
        ? table({ name: bytesOf(textOf(name)) })
        : false,
    getVehicleVipConfig: (_world, [name]) =>
      textOf(name) === 'Nissan GTR' ? table({ category: 'Importados', model: 411 }) : false,
    generatePlate: () => 'ABC1D23',
    setVehicleVip(world, [account, name, plate, category, model, days]) {
      if (!plate || !category || typeof model !== 'number' || typeof days !== 'number') return false;
      const vehicles = list(world.disk.vehicles, textOf(account));
      keep(world, 'vehicle', textOf(account), textOf(name), () => vehicles.push(textOf(name)));
      return true;
    },
    setVehicleConce(world, [who, vehicle, , category]) {
      const account = playerOf(world, who)?.account;
      const { name, model } = fields(vehicle);
      if (account === undefined || typeof model !== 'number' || !category) return false;
      const vehicles = list(world.disk.vehicles, account);
      keep(world, 'vehicle', account, textOf(name), () => vehicles.push(textOf(name)));
      return true;
    },
  },
  '[HS]Hyper_Inventory': {
    giveItem(world, [who, item, amount]) {
      const account = playerOf(world, who)?.account;
      if (account === undefined || typeof amount !== 'number') return undefined;
      const bag = bagOf(world, account);
      if (Object.values(bag).reduce((sum, one) => sum + one, amount) > world.room) return false; // Published callers take it as no room.
      const name = textOf(item);
      keep(world, 'item', account, name, () => {
        bag[name] = (bag[name] ?? 0) + amount;
      });
      return true;
    },
  },
};

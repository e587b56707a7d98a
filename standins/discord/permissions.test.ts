import { expect, test } from 'vitest';
import { createClock } from '../lib/clock.ts';
import type { Role } from './model.ts';
import {
  ALL_PERMISSIONS,
  compareRoles,
  mayDo,
  outranksMember,
  outranksRole,
  PERMISSION,
  permissionsOf,
  topRole,
} from './permissions.ts';
import { DEMO, DEMO_SEED, plant } from './seed.ts';
import { createSnowflakes, defaultAvatarIndex, SNOWFLAKE } from './snowflake.ts';
import { createWorld, guildOf } from './world.ts';

const makeRole = (id: string, position: number): Role => ({
  id,
  position,
  name: id,
  permissions: 0n,
  color: 0,
  managed: false,
  botId: null,
});

function demoGuild() {
  const application = {
    id: '880011223344556677',
    name: 'Vitrine',
    secret: '',
    botToken: '',
    redirectUris: [],
    interactionsUrl: null,
    ownerHasMfa: true,
  };
  const world = createWorld(createClock(), application);
  plant(world, DEMO_SEED);
  return { guild: guildOf(world, DEMO.cidadeAlta), bot: application.id };
}

test('a larger position is higher; at the same position the lower id is', () => {
  const old = makeRole('99999999999999999', 3);
  const young = makeRole('100000000000000000', 3);
  expect(compareRoles(old, young)).toBeGreaterThan(0);
  expect(compareRoles(makeRole('1', 4), old)).toBeGreaterThan(0);
  const { guild, bot } = demoGuild();
  const own = topRole(guild, bot);
  const level = (id: string) => makeRole(id, own?.position ?? 0);
  expect(outranksRole(guild, bot, level('999999999999999999999'))).toBe(true);
  expect(outranksRole(guild, bot, level('1'))).toBe(false);
  expect(own && outranksRole(guild, bot, own)).toBe(false);
});

test('permissions come from @everyone and all roles; the owner has all, a stranger none', () => {
  const { guild, bot } = demoGuild();
  expect(permissionsOf(guild, DEMO.ana)).toBe(ALL_PERMISSIONS);
  expect(permissionsOf(guild, DEMO.fabio)).toBe(0n);
  expect(mayDo(guild, DEMO.eva, PERMISSION.MANAGE_GUILD)).toBe(true);
  expect(mayDo(guild, DEMO.bruno, PERMISSION.MANAGE_GUILD)).toBe(false);
  expect(mayDo(guild, bot, PERMISSION.MANAGE_ROLES | PERMISSION.BAN_MEMBERS)).toBe(true);
  const admin = guild.roles.get(DEMO.morador);
  if (admin) admin.permissions = PERMISSION.ADMINISTRATOR;
  expect(mayDo(guild, DEMO.bruno, PERMISSION.BAN_MEMBERS)).toBe(true);
});

test('nobody bans the owner, themselves, or a person of the same or higher rank', () => {
  const { guild, bot } = demoGuild();
  const allowed = [DEMO.ana, bot, DEMO.eva, DEMO.bruno, DEMO.fabio].map((id) => outranksMember(guild, bot, id));
  expect(allowed).toEqual([false, false, false, true, true]);
});

test('ids look real, are unique and grow with time', () => {
  const next = createSnowflakes(() => Date.UTC(2026, 10, 21));
  const ids = Array.from({ length: 1000 }, next);
  expect(new Set(ids).size).toBe(1000);
  expect(ids.every((id) => SNOWFLAKE.test(id))).toBe(true);
  expect(Number((BigInt(ids[0] ?? '0') >> 22n) + 1_420_070_400_000n)).toBe(Date.UTC(2026, 10, 21));
  expect(defaultAvatarIndex(DEMO.bruno)).toBe(Number((BigInt(DEMO.bruno) >> 22n) % 6n));
});

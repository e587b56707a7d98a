import { expect, test } from 'vitest';
import type { DiscordRest } from '../../integrations/discord/rest.ts';
import { readGuildRoles } from './discord-roles.ts';

test("the bot's own id is asked for once, however often a server's roles are read", async () => {
  const asked: string[] = [];
  const rest = {
    call: async (_method: string, path: string) => {
      asked.push(path);
      if (path === '/users/@me') return { id: '900' };
      return path.endsWith('/roles') ? [] : { roles: [] };
    },
  } as unknown as DiscordRest;
  for (let look = 0; look < 3; look += 1) await readGuildRoles(rest, '100', undefined);
  expect(asked.filter((path) => path === '/users/@me')).toHaveLength(1);
  expect(asked.filter((path) => path === '/guilds/100/members/900')).toHaveLength(3);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { readMails } from '../../../test/mails.ts';
import { type MadeStore, makeMember, makeStore } from '../../../test/make.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const bind = ({ id }: MadeStore, guild: string) =>
  app.db
    .insertInto('discord_guild')
    .values({
      store_id: id,
      main_of: id,
      guild_id: guild,
      guild_name: 'Cidade RP',
      bound_by: '1',
      checked_at: new Date(),
    })
    .execute();
const bound = () => app.db.selectFrom('discord_guild').orderBy('guild_id').select('guild_id').execute();
const disconnect = ({ subdomain }: MadeStore, token: string) =>
  app.post('/v1/discord/disconnect', { subdomain }, { token });

test('the panel undoes the binding of its own store, once, with an audit entry and a mail to the owner', async () => {
  const store = await makeStore(app.db, app.deps.config.secret, { plan: 'premium' });
  const other = await makeStore(app.db, app.deps.config.secret);
  const admin = await makeMember(app.db, store.id, 'admin');
  const manager = await makeMember(app.db, store.id, 'manager');
  await bind(store, '111111111111111111');
  await bind(other, '222222222222222222');

  expect((await disconnect(store, manager.token)).status).toBe(403);
  expect((await disconnect(store, other.token)).status).toBe(404);
  expect(await bound()).toHaveLength(2);
  expect((await disconnect(store, admin.token)).json()).toEqual({ success: true });
  expect(await bound()).toEqual([{ guild_id: '222222222222222222' }]);
  expect((await disconnect(store, admin.token)).json()).toMatchObject({ code: 'discord_not_bound' });

  const audit = await app.db
    .selectFrom('audit_entry')
    .where('action', '=', 'discord.disconnect')
    .select(['store_id', 'account_id', 'text', 'before'])
    .execute();
  expect(audit).toEqual([
    {
      store_id: store.id,
      account_id: admin.account.id,
      text: 'Desconectou o servidor do Discord Cidade RP',
      before: { guild_id: '111111111111111111' },
    },
  ]);
  const mails = await readMails(app);
  expect(mails).toMatchObject([
    { recipient: store.owner.email, subject: `Discord desconectado da loja ${store.name}` },
  ]);
});

test('the owner gets no mail about what they did themselves', async () => {
  const store = await makeStore(app.db, app.deps.config.secret);
  await bind(store, '333333333333333333');
  expect((await disconnect(store, store.token)).status).toBe(200);
  expect(await app.db.selectFrom('mail').where('recipient', '=', store.owner.email).select('id').execute()).toEqual([]);
});

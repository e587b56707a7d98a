import type { Call } from '@vitrine/contract/calls/call';
import { calls } from '@vitrine/contract/calls/table';
import { permissions } from '@vitrine/contract/permissions';
import { afterAll, describe, expect, test } from 'vitest';
import { requests } from './requests.ts';
import { appWithRoutes } from './routes.ts';
import { makeSide, type Side } from './world.ts';

/**
 * Every edit of a thing with a version refuses a save over another one, and says who came between. The edits come from the
 * table of calls: a new one has to be `versioned`, or to be named here with its reason.
 */

const { app } = await appWithRoutes();
afterAll(() => app.close());

const WITHOUT_VERSION: Record<string, string> = {
  'POST /deliveries/edit': 'the delivery itself refuses a state that moved on',
  'POST /deliveries/edit/form': 'reads what the edit starts from',
  'POST /members/edit': 'one field, the role',
  'POST /notices/edit': "one person's own choice, kind by kind",
  'POST /order/tags/edit': 'names the tags that its sender saw, and only what differs changes',
  'POST /pages/edit': 'address and title; what the page shows has the version of its draft',
  'POST /servers/edit': 'sends only the fields that changed',
};

const rows = Object.entries<Call>(calls);
const versioned = rows.filter(([, row]) => row.versioned).map(([name]) => name);
let address = 1;

/** Sends the edit of the proof's table over a version. */
async function edit(name: string, side: Side, version: number | undefined, token = side.store.token) {
  const [method, path = ''] = name.split(' ');
  const row = requests[`${method} /v1${path}`];
  const sample = row?.make(side, row.id?.(side) ?? '') ?? {};
  address += 1;
  const answer = await app.app.inject({
    method: 'POST',
    url: sample.url ?? `/v1${path}`,
    remoteAddress: `10.8.${(address >> 8) & 255}.${address & 255}`,
    headers: { host: app.deps.config.domain, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ ...(sample.body as object), ...(version !== undefined && { version }) }),
  });
  return { status: answer.statusCode, body: answer.json<{ code?: string; change?: unknown }>() };
}

const makeOne = () => makeSide(app.db, app.deps.config.secret, 'Cidade Alta');
const entriesOf = async ({ store }: Side) =>
  (await app.db.selectFrom('audit_entry').where('store_id', '=', store.id).select('id').execute()).length;

describe.each(versioned)('%s', { timeout: 60_000 }, (name) => {
  test('refuses a save over an older version, with who came between and what stands now', async () => {
    const side = await makeOne();
    expect(await edit(name, side, 1)).toMatchObject({ status: 200 });
    const entries = await entriesOf(side);
    const overtaken = await edit(name, side, 1, side.members.admin.token);
    expect(overtaken).toMatchObject({
      status: 409,
      body: {
        code: 'changed_meanwhile',
        change: { by: side.store.owner.name, at: expect.stringMatching(/Z$/), current: { version: 2 } },
      },
    });
    expect(await entriesOf(side)).toBe(entries);
    expect(await edit(name, side, 2, side.members.admin.token)).toMatchObject({ status: 200 });
  });

  test('of two saves at once one wins, and the other is told', async () => {
    const side = await makeOne();
    const both = await Promise.all([edit(name, side, 1), edit(name, side, 1, side.members.admin.token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'changed_meanwhile',
      change: { by: expect.any(String), current: { version: 2 } },
    });
  });

  test('compares nothing for a client that names no version', async () => {
    const side = await makeOne();
    expect(await edit(name, side, 1)).toMatchObject({ status: 200 });
    expect(await edit(name, side, undefined)).toMatchObject({ status: 200 });
  });
});

test('every edit of the panel has a version, or a reason', () => {
  const edits = rows.filter(([name, { access }]) => access in permissions && /\/edit(\/|$)/.test(name));
  expect(edits.map(([name]) => name).filter((name) => !versioned.includes(name) && !(name in WITHOUT_VERSION))).toEqual(
    [],
  );
  expect(Object.keys(WITHOUT_VERSION).filter((name) => !(name in calls))).toEqual([]);
  expect(versioned).toHaveLength(7);
});

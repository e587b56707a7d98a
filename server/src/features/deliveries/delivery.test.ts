import { canStillChange } from '@vitrine/contract/delivery-states';
import { gameCodes } from '@vitrine/contract/game';
import { deliveryStates } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { makeStore } from '../../test/make.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { moveFor } from './apply-outcomes.ts';
import { codeOf, deliveryMoves, failureOf, finishedStates, mayMove, pauseAfter } from './delivery.ts';
import { moveDeliveries } from './move-deliveries.ts';
import { renderAction } from './render/render-action.ts';
import { safeText } from './render/render-fields.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const pairs = deliveryStates.flatMap((from) => deliveryStates.map((to) => [from, to] as const));

describe('moves', () => {
  test('a delivery can still change until it arrived or was cancelled: the states that a person can cancel', () => {
    for (const state of deliveryStates)
      expect([state, canStillChange(state)]).toEqual([state, mayMove(state, 'cancelled')]);
  });

  test('every pair of states moves exactly where the table says, each with a line of history', async () => {
    const store = (await makeStore(app.db, app.deps.config.secret)).id;
    const { id: order } = await makeSold(app.db, store, { items: [{ actions: [on.money(1)] }] });
    const row = await app.db
      .selectFrom('delivery')
      .where('order_id', '=', order)
      .select('id')
      .executeTakeFirstOrThrow();
    const lines = async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from delivery_history where delivery_id = ${row.id}`.execute(
          app.db,
        )
      ).rows[0]?.n ?? 0;
    for (const [from, to] of pairs) {
      await app.db.updateTable('delivery').set({ state: from }).where('id', '=', row.id).execute();
      const before = await lines();
      const lease = { server: null, epoch: null, seconds: 60 };
      const moved = transaction(app.db, (tx) => moveDeliveries(tx, store, [{ id: row.id, from, to, lease }]));
      if (mayMove(from, to)) expect(await moved).toEqual(new Set([row.id]));
      else await expect(moved).rejects.toThrow('never moves');
      const now = await app.db
        .selectFrom('delivery')
        .where('id', '=', row.id)
        .select(['state', 'finished_at', 'lease_until'])
        .executeTakeFirstOrThrow();
      expect(now.state).toBe(mayMove(from, to) ? to : from);
      if (mayMove(from, to)) {
        expect(now.finished_at !== null).toBe(finishedStates.includes(to));
        expect(now.lease_until !== null).toBe(to === 'sent');
      }
      expect(await lines()).toBe(before + (mayMove(from, to) ? 1 : 0));
    }
  });

  test('a row whose state changed meanwhile stays as it is', async () => {
    const store = (await makeStore(app.db, app.deps.config.secret)).id;
    const { id: order } = await makeSold(app.db, store, { items: [{ actions: [on.money(1)] }] });
    const { id } = await app.db
      .selectFrom('delivery')
      .where('order_id', '=', order)
      .select('id')
      .executeTakeFirstOrThrow();
    const move = () =>
      transaction(app.db, (tx) =>
        moveDeliveries(tx, store, [{ id, from: 'queued', to: 'cancelled', code: 'cancelled' }]),
      );
    const moved = await Promise.all([move(), move(), move()]);
    expect(moved.map(({ size }) => size).toSorted()).toEqual([0, 0, 1]);
  });

  test('a succeeded delivery stays so, and every open state except scheduled can become succeeded', () => {
    expect(deliveryMoves.succeeded).toEqual([]);
    for (const state of deliveryStates) {
      expect(mayMove(state, 'succeeded')).toBe(state !== 'succeeded' && state !== 'scheduled');
    }
  });
});

describe('what follows an outcome', () => {
  const row = { id: 'd', phase: 'confirmation', attempts: 1, not_begun: 0, code: null, cancel_requested: false };

  test('is a move of the table, for every state, status and code', () => {
    for (const state of deliveryStates) {
      for (const status of ['succeeded', 'failed', 'deferred', 'uncertain'] as const) {
        for (const code of [...Object.keys(gameCodes), 'not_a_member', 'never_heard_of']) {
          const move = moveFor({ ...row, state }, { id: 'd', status, code });
          if (move) expect(mayMove(move.from, move.to), `${state} ${status} ${code}`).toBe(true);
        }
      }
    }
  });

  test.each([
    ['sent', 'succeeded', 'ok', 'succeeded'],
    ['uncertain', 'succeeded', 'ok', 'succeeded'],
    ['cancelled', 'succeeded', 'ok', 'succeeded'],
    ['sent', 'uncertain', 'uncertain', 'uncertain'],
    ['uncertain', 'failed', 'invalid_item', 'failed'],
    ['uncertain', 'deferred', 'player_offline', 'queued'],
    ['cancelled', 'failed', 'invalid_item', undefined],
    ['succeeded', 'failed', 'invalid_item', undefined],
  ] as const)('%s, told %s %s: %s', (state, status, code, to) => {
    expect(moveFor({ ...row, state }, { id: 'd', status, code })?.to).toBe(to);
  });

  test('a delivery that should be cancelled is cancelled if nothing happened, whatever the reason', () => {
    const toBeCancelled = { ...row, state: 'sent' as const, cancel_requested: true };
    expect(moveFor(toBeCancelled, { id: 'd', status: 'deferred', code: 'player_offline' })?.to).toBe('cancelled');
    expect(moveFor(toBeCancelled, { id: 'd', status: 'failed', code: 'invalid_item' })?.to).toBe('cancelled');
    expect(moveFor(toBeCancelled, { id: 'd', status: 'uncertain', code: 'uncertain' })?.to).toBe('uncertain');
  });

  test('an error of the base is tried eight times, then the delivery fails', () => {
    const nextState = (attempts: number) =>
      moveFor({ ...row, state: 'sent', attempts }, { id: 'd', status: 'failed', code: 'adapter_error' })?.to;
    expect([1, 7, 8].map(nextState)).toEqual(['queued', 'queued', 'failed']);
  });

  test('pauses grow from a minute to six hours', () => {
    expect([1, 2, 3, 9, 10, 1000].map((n) => pauseAfter('player_offline', n))).toEqual([
      60, 120, 240, 15360, 21600, 21600,
    ]);
    expect(pauseAfter('inventory_full', 30)).toBe(600);
    expect([1, 2, 3].map((n) => pauseAfter('not_a_member', n))).toEqual([900, 3600, 21600]);
  });

  test('an unknown code counts as an error of the base', () => {
    expect(codeOf('from_the_future')).toBe(codeOf('adapter_error'));
    expect(codeOf('constructor')).toBe(codeOf('adapter_error'));
  });
});

describe('rendering', () => {
  const command = (line: string, values: Record<string, string>) =>
    renderAction(
      { target: 'fivem', type: 'execute_command', executionTiming: 'on_confirmation', command: line },
      Object.fromEntries(Object.entries(values).map(([name, text]) => [name, { text, source: 'text' as const }])),
      1,
    );

  test.each(['a; quit', 'a"b', 'a\nquit', 'a\\b', 'x //', '#quit', 'á'.repeat(201), ''])(
    '%j never gets into a command',
    (value) => {
      const rendered = command(value === '' ? '{{v}}' : 'dizer {{v}}', { v: value });
      expect(rendered).toHaveProperty('problem');
    },
  );

  test('names keep their letters and lose what a console could misread', () => {
    expect(safeText('João "o Rei"; DROP -- 💣 d\'Ávila')).toBe('João o Rei DROP -  dÁvila');
    expect(command('dizer {{v}}', { v: safeText('João "o Rei"') })).toEqual({
      args: { command: 'dizer "João o Rei"', template: 'dizer {{v}}', argv: ['dizer', 'João o Rei'] },
    });
  });

  test('an action with a missing value is not sent; an empty answer is a value', () => {
    expect(command('grupo {{cidade}} {{cargo}}', { cidade: '17' })).toEqual({
      args: { command: 'grupo {{cidade}} {{cargo}}' },
      problem: 'A variável {{cargo}} não existe mais',
    });
    expect(command('grupo {{cidade}} {{cargo}}', { cidade: '17', cargo: '' })).toEqual({
      args: { command: 'grupo 17 ""', template: 'grupo {{cidade}} {{cargo}}', argv: ['grupo', '17', ''] },
    });
  });

  test('an amount that is too large for the database is not sent', () => {
    const money = {
      target: 'fivem',
      type: 'add_money',
      executionTiming: 'on_confirmation',
      amount: 2_000_000_000,
    } as const;
    expect(renderAction(money, {}, 1)).toEqual({ args: { amount: 2_000_000_000 } });
    expect(renderAction(money, {}, 2)).toHaveProperty('problem');
  });
});

test('a buyer reads the cause of each failure of the game, and never a word meant for the store', () => {
  const silent = ['cancelled', 'uncertain'];
  for (const [code, { kind }] of Object.entries(gameCodes)) {
    if ((kind !== 'terminal' && kind !== 'human') || silent.includes(code)) continue;
    expect([code, failureOf(code)]).not.toEqual([code, failureOf(null)]);
    expect(failureOf(code)).not.toMatch(/confira o produto|reenvie/i);
  }
  expect(failureOf('constructor')).toBe(failureOf(null));
});

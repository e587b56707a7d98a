import { expect, test } from 'vitest';
import { actionSent, joinActions, listsOf, oneOf } from '../action-lists.ts';
import { actionTargets, targetTexts } from '../action-types.ts';
import type { Action } from '../actions.ts';

const each = <Value>(of: (target: (typeof actionTargets)[number]) => readonly Value[]) => actionTargets.flatMap(of);
const twice = (names: readonly string[]) => names.filter((name, place) => names.indexOf(name) !== place);

test('types, lists and names belong to one target each', () => {
  expect(twice(each((target) => Object.keys(targetTexts[target].types)))).toEqual([]);
  expect(twice(each((target) => [targetTexts[target].list, targetTexts[target].one]))).toEqual([]);
});

test('a list of actions becomes a list for each target, and the same list again', () => {
  const actions = actionTargets.map((target) => ({ target, type: 'x', executionTiming: 'on_confirmation' }));
  const lists = listsOf(actions as unknown as Action[]);
  for (const target of actionTargets) {
    expect(lists[targetTexts[target].list]).toEqual([{ type: 'x', executionTiming: 'on_confirmation' }]);
  }
  expect(joinActions(lists)).toEqual(actions);
});

test('one action has the name of its target, and a second one makes both unreadable', () => {
  const role = { target: 'discord', type: 'ban', executionTiming: 'on_confirmation' } as const;
  const { target: _, ...sent } = role;
  expect(oneOf(role)).toMatchObject({ discordAction: sent, fiveMAction: null });
  expect(actionSent(oneOf(role))).toEqual(role);
  expect(actionSent({ discordAction: sent, fiveMAction: sent })).toBeUndefined();
  expect(actionSent({})).toBeUndefined();
});

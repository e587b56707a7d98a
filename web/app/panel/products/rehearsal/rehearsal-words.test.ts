import { deliveryExample } from '@vitrine/contract/calls/order-example';
import type { Delivery } from '@vitrine/contract/orders';
import type { AtEnd, RehearsalStep, RunStep } from '@vitrine/contract/rehearsals';
import { describe, expect, it } from 'vitest';
import { mendingPlaces, placeOf } from '../../orders/remedy/mending-places.ts';
import {
  answerTime,
  deedOf,
  endOfStep,
  isMoving,
  lookSum,
  nextOf,
  remedyAt,
  stateOfStep,
  sumOf,
} from './rehearsal-words.ts';

const delivery = (state: Delivery['state'], part: Partial<Delivery> = {}): Delivery => ({
  ...deliveryExample,
  rehearsal: true,
  history: [],
  state,
  ...part,
});
const step = (state: Delivery['state'], atEnd: AtEnd, back: Delivery | null = null): RunStep => ({
  delivery: delivery(state),
  atEnd,
  back,
});
const taken = { text: 'Retirado: vip.', taken: 'vip', stays: null, by: null, takenMoney: null, owed: null };
const kept = { ...taken, text: 'Ficou com o jogador: vip, que já estava lá antes da compra.', taken: null };

describe('a step of a rehearsal', () => {
  it('says while it is under way how it arrives and what becomes of it', () => {
    expect(stateOfStep(step('queued', 'taken'), false)).toMatchObject({ text: 'Na fila', moving: true });
    expect(stateOfStep(step('succeeded', 'taken'), false).text).toBe('Entregue');
    expect(endOfStep(step('succeeded', 'taken'), false)).toBe('No fim: é retirado.');
    expect(endOfStep(step('succeeded', 'stays'), false)).toContain('nada desfaz isto');
    expect(stateOfStep(step('scheduled', 'runs'), false).text).toBe('Roda no fim');
  });

  it('says after the end what was taken back, and what stays and why', () => {
    const back = (state: Delivery['state'], part: Partial<Delivery> = {}) =>
      step('succeeded', 'taken', delivery(state, { phase: 'reversal', ...part }));
    expect(stateOfStep(back('queued'), true)).toMatchObject({ text: 'Retirando', moving: true });
    expect(stateOfStep(back('succeeded'), true).text).toBe('Retirado');
    expect(endOfStep(back('succeeded', { aftermath: taken }), true)).toBe('Retirado: vip.');
    expect(stateOfStep(back('cancelled', { aftermath: kept }), true).text).toBe('Fica');
    expect(endOfStep(back('cancelled', { aftermath: kept }), true)).toContain('já estava lá antes');
    expect(stateOfStep(back('failed'), true)).toMatchObject({ text: 'Não retirado', tone: 'bad' });
    expect(endOfStep(step('succeeded', 'stays'), true)).toBe('Ficou, porque nada desfaz isto.');
    expect(stateOfStep(step('cancelled', 'taken'), true).text).toBe('Não saiu');
    expect(stateOfStep(step('uncertain', 'taken'), true).text).toBe('Incerta');
    expect(stateOfStep(step('scheduled', 'runs'), true)).toMatchObject({ text: 'Rodando', moving: true });
    expect(stateOfStep(step('succeeded', 'runs'), true).text).toBe('Feito');
  });
});

it('one cause of many steps is told once, and leads to where it is mended', () => {
  const look = (state: RehearsalStep['state'], remedy: string | null): RehearsalStep => ({
    text: 'Adicionar ao grupo vip',
    state,
    cause: null,
    remedy,
    line: null,
    place: null,
    atEnd: 'taken',
  });
  const steps = [
    look('goes', null),
    look('waits', 'Ligue o servidor.'),
    look('goes', 'Se estiver cheio, espera.'),
    look('waits', 'Ligue o servidor.'),
    look('fails', 'Confira o nome.'),
    look('waits', 'Ligue o servidor.'),
  ];
  expect(steps.map((_, at) => remedyAt(steps, at))).toEqual([
    null,
    'Ligue o servidor.',
    'Se estiver cheio, espera.',
    'Pelo mesmo motivo.',
    'Confira o nome.',
    'Ligue o servidor.',
  ]);
  expect(lookSum(steps)).toEqual({ text: '1 passo falharia e 3 passos esperariam', tone: 'bad' });
  expect(lookSum([look('goes', null)])).toEqual({ text: 'Tudo pode seguir', tone: 'ok' });
  expect(mendingPlaces.product.to('06h0dkk4a1cn')).toBe('/products/edit/06h0dkk4a1cn');
});

it('each cause has one thing to do: a way in the panel, a line to copy, an id to correct, or another look', () => {
  expect(deedOf({ cause: 'no_server', place: 'servers', line: null })).toBeNull();
  expect(deedOf({ cause: 'command_denied', place: null, line: 'add_ace' })).toBe('copy');
  expect(deedOf({ cause: 'player_missing', place: null, line: null })).toBe('correct');
  expect(deedOf({ cause: 'player_offline', place: null, line: null })).toBe('again');
  expect(deedOf({ cause: 'inventory', place: null, line: null })).toBeNull();
});

it('a delivery that waits for the player says what lets it go on', () => {
  expect(nextOf({ state: 'queued', code: 'inventory_full' })).toContain('libere espaço');
  expect(nextOf({ state: 'queued', code: 'not_a_member' })).toContain('entre no servidor');
  expect(nextOf({ state: 'queued', code: null })).toBeNull();
  expect(nextOf({ state: 'cancelled', code: 'inventory_full' })).toBeNull();
  expect(nextOf({ state: 'failed', code: 'command_denied' })).toContain('reenvie');
  expect(nextOf({ state: 'uncertain', code: 'uncertain' })).toContain('marque como entregue');
});

it('what a delivery waits for leads to where the panel mends it', () => {
  const waiting = { state: 'queued', target: 'fivem' } as const;
  expect(placeOf({ ...waiting, code: 'bot_missing', target: 'discord' }, false)).toBe('discord');
  expect(placeOf({ ...waiting, code: null }, true)).toBe('servers');
  expect(placeOf({ ...waiting, code: null }, false)).toBeNull();
  expect(placeOf({ ...waiting, code: null, target: 'discord' }, true)).toBeNull();
  expect(placeOf({ ...waiting, code: 'inventory_full' }, true)).toBeNull();
  expect(placeOf({ ...waiting, state: 'failed', code: 'unknown_role' }, true)).toBeNull();
});

it('the answer has its time in whole seconds, once there is one', () => {
  const at = (second: string) => `2026-11-23T12:00:${second}Z`;
  expect(answerTime({ state: 'succeeded', sentAt: at('04.000'), finishedAt: at('05.200') })).toBe(
    'confirmado em 2\u00a0s',
  );
  expect(answerTime({ state: 'sent', sentAt: at('04.000'), finishedAt: null })).toBeNull();
});

describe('a rehearsal in one line', () => {
  const steps = [step('succeeded', 'taken'), step('sent', 'stays'), step('scheduled', 'runs')];

  it('counts what arrived, and at the end what went back', () => {
    expect(sumOf({ endedAt: null, steps })).toBe('1 de 2 entregues');
    expect(sumOf({ endedAt: null, steps: [] })).toContain('não tem ações');
    const ended = [
      step('succeeded', 'taken', delivery('succeeded', { phase: 'reversal' })),
      step('succeeded', 'stays'),
      step('cancelled', 'stays'),
    ];
    expect(sumOf({ endedAt: 'x', steps: ended })).toBe('1 retirado, 1 fica, 1 não saiu');
  });

  it('is asked again until nothing is on its way', () => {
    expect(isMoving({ endedAt: null, steps: [] })).toBe(true);
    expect(isMoving({ endedAt: 'x', steps: [step('succeeded', 'taken', delivery('sent'))] })).toBe(true);
    expect(isMoving({ endedAt: 'x', steps: [step('succeeded', 'stays')] })).toBe(false);
  });
});

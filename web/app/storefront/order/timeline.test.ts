import { deliveryStates, type PublicDelivery } from '@vitrine/contract/orders';
import { describe, expect, it } from 'vitest';
import { clockText, secondsLeft } from './countdown.ts';
import { isOrder, plainText } from './follow-order.ts';
import { deliveriesByItem, deliverySteps, isSettled, itemText, progressText } from './timeline.ts';

const delivery = (part: Partial<PublicDelivery>): PublicDelivery => ({
  id: 'd',
  product: 'VIP',
  text: 'Cargo VIP',
  state: 'queued',
  phase: 'confirmation',
  resent: false,
  unconfirmed: false,
  message: null,
  hint: null,
  aftermath: null,
  dueAt: null,
  finishedAt: null,
  ...part,
});
const item = (name: string) => ({ _id: name, name, quantity: 1, returned: 0, value: 1, options: [] });

describe('deliverySteps', () => {
  it('a command whose effect nobody sees is received, and not delivered', () => {
    const steps = deliverySteps(delivery({ state: 'succeeded', unconfirmed: true }));
    expect(steps.map(({ text, more = '', state }) => `${text}${more} ${state}`)).toEqual([
      'Pago done',
      'Na fila done',
      'Enviada ao servidor done',
      'Recebida pelo servidor done',
    ]);
  });

  it.each([
    ['scheduled', 'Agendada', ['done', 'now', 'later', 'later']],
    ['queued', 'Na fila', ['done', 'now', 'later', 'later']],
    ['sent', 'Enviada', ['done', 'done', 'now', 'later']],
    ['succeeded', 'Entregue', ['done', 'done', 'done', 'done']],
    ['failed', 'Falhou', ['done', 'done', 'done', 'stuck']],
    ['uncertain', 'Incerta', ['done', 'done', 'done', 'stuck']],
    ['cancelled', 'Cancelada', ['done', 'done', 'ended']],
  ] as const)('%s', (state, text, states) => {
    const steps = deliverySteps(delivery({ state }));
    expect(steps.map((step) => step.state)).toEqual(states);
    expect(steps.map((step) => step.text)).toContain(text);
  });

  it('knows every state of the contract', () => {
    for (const state of deliveryStates)
      expect(deliverySteps(delivery({ state }))).toHaveLength(state === 'cancelled' ? 3 : 4);
  });
});

describe('an order', () => {
  it('shows every item once, with and without deliveries, and later deliveries apart', () => {
    const order = {
      name: [item('VIP'), item('Carro'), item('VIP')],
      deliveries: [
        delivery({}),
        delivery({ id: 'e', phase: 'expiration', state: 'scheduled' }),
        delivery({ product: 'Moto' }),
      ],
    };
    expect(deliveriesByItem(order).map(({ product, now, later }) => [product, now.length, later.length])).toEqual([
      ['VIP', 1, 1],
      ['Carro', 0, 0],
      ['Moto', 1, 0],
    ]);
  });

  it('keeps two lines of one product apart, each with its answers', () => {
    const options = (value: string) => ({ options: [{ label: 'Placa', value }] });
    const order = {
      name: [
        { ...item('Carro'), ...options('ABC12D34') },
        { ...item('Carro'), ...options('XYZ98W76') },
      ],
      deliveries: [delivery({ product: 'Carro · Placa: XYZ98W76' })],
    };
    expect(deliveriesByItem(order).map(({ name, answers, now }) => [name, answers, now.length])).toEqual([
      ['Carro', 'Placa: ABC12D34', 0],
      ['Carro', 'Placa: XYZ98W76', 1],
    ]);
  });

  it('is settled only when nothing can change by itself', () => {
    const settled = (status: 'pending' | 'completed' | 'cancelled', ...parts: Partial<PublicDelivery>[]) =>
      isSettled({ status, deliveries: parts.map(delivery), withdrawal: null });
    expect(settled('pending')).toBe(false);
    expect(settled('completed', { state: 'succeeded' }, { state: 'queued' })).toBe(false);
    expect(settled('completed', { state: 'failed' })).toBe(false);
    expect(settled('completed', { state: 'succeeded' }, { state: 'scheduled', phase: 'expiration' })).toBe(true);
    expect(settled('cancelled', { state: 'cancelled' })).toBe(true);
    const withdrawn = (result: 'refunding' | 'refused') =>
      isSettled({ status: 'completed', deliveries: [], withdrawal: { result, message: '' } });
    expect(withdrawn('refunding')).toBe(false);
    expect(withdrawn('refused')).toBe(true);
  });

  it('says how far it is', () => {
    const text = (...parts: Partial<PublicDelivery>[]) => progressText({ deliveries: parts.map(delivery) });
    expect(text()).toMatch('não tem entrega automática');
    expect(text({ state: 'succeeded' }, { state: 'cancelled' })).toBe('Tudo entregue.');
    expect(text({ state: 'succeeded' }, { state: 'succeeded', unconfirmed: true })).toBe('Tudo enviado e recebido.');
    expect(text({ state: 'succeeded' }, { state: 'sent' })).toMatch('1 de 2 entregas concluídas');
    expect(text({ state: 'queued' })).toMatch('0 de 1 entrega concluída. Esta página');
    expect(text({ state: 'succeeded' }, { state: 'scheduled' })).toMatch(
      '1 de 2 entregas concluídas. O que falta tem hora marcada.',
    );
    expect(text({ state: 'succeeded' }, { state: 'uncertain' })).toMatch('precisa de atenção');
  });

  it('names missing data as SPEC.md says', () => {
    expect(itemText({ name: 'VIP', quantity: 2 })).toBe('2 x VIP');
    expect(itemText({})).toBe('1 x Desconhecido');
  });

  it('is accepted from the server only if it is this order', () => {
    const good = { external_reference: 'r', status: 'pending', deliveries: [], name: [] };
    expect(isOrder(good, 'r')).toBe(true);
    for (const bad of [null, 5, {}, { ...good, external_reference: 'x' }, { ...good, deliveries: null }]) {
      expect(isOrder(bad, 'r')).toBe(false);
    }
  });

  it('is the same if its fields change places, at any depth, and another one if its lines change places', () => {
    const order = {
      status: 'pending',
      payment: { code: 'a', url: null },
      name: [{ name: 'VIP', value: 1 }, { name: 'Kit' }],
    };
    const turned = {
      name: [{ value: 1, name: 'VIP' }, { name: 'Kit' }],
      payment: { url: null, code: 'a' },
      status: 'pending',
    };
    expect(plainText(turned)).toBe(plainText(order));
    expect(plainText({ ...order, name: order.name.toReversed() })).not.toBe(plainText(order));
    expect(plainText({ ...order, payment: { code: 'a', url: 'b' } })).not.toBe(plainText(order));
  });
});

describe('the countdown', () => {
  it('never goes below zero, and counts a started second as whole', () => {
    expect(secondsLeft(10_000, 8_001)).toBe(2);
    expect(secondsLeft(10_000, 10_000)).toBe(0);
    expect(secondsLeft(10_000, 99_000)).toBe(0);
  });
  it.each([
    [0, '0:00'],
    [65, '1:05'],
    [3_725, '1:02:05'],
  ])('%i is %s', (seconds, text) => expect(clockText(seconds)).toBe(text));
});

import { expect, test } from 'vitest';
import { endedText, keepText, untilText } from './words.ts';

const NOW = '2026-11-21T15:00:00-03:00';

test('the end of a benefit is told in calendar days, as people count them', () => {
  expect(untilText('2026-12-12T10:00:00-03:00', NOW)).toBe('até 12/12/2026, faltam 21 dias');
  // less than 24 hours, but tomorrow
  expect(untilText('2026-11-22T01:00:00-03:00', NOW)).toBe('até 22/11/2026, falta 1 dia');
  expect(untilText('2026-11-21T23:59:00-03:00', NOW)).toBe('até 21/11/2026, termina hoje');
  // midnight in UTC is still the evening before in São Paulo
  expect(untilText('2026-11-22T01:30:00Z', NOW)).toBe('até 21/11/2026, termina hoje');
  expect(untilText(null, NOW)).toBe('sem prazo para acabar');
});

test('an ended benefit says why and when it ended', () => {
  expect(endedText({ state: 'expired', endsAt: '2026-11-01T12:00:00Z' })).toBe('terminou em 01/11/2026');
  expect(endedText({ state: 'refunded', endsAt: '2026-11-01T12:00:00Z' })).toBe(
    'encerrado: compra reembolsada em 01/11/2026',
  );
  expect(endedText({ state: 'removed', endsAt: null })).toBe('encerrado pela loja');
});

test('a kept order says why and until when', () => {
  expect(keepText('right', '2026-12-12T10:00:00-03:00')).toBe('o benefício ainda vale, até 12/12/2026');
  expect(keepText('money', null)).toBe('há um pagamento ou uma devolução em aberto');
});

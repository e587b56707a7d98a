import { expect, test } from 'vitest';
import { drawCalendar, escapeText } from './calendar.ts';

const HOST = 'cidade-alta.vitrine.localhost';
const END = {
  key: 'loja produto 17',
  at: new Date('2026-12-12T15:04:05.678Z'),
  title: 'VIP Ouro termina',
  description: 'Renove na loja.',
  url: 'http://cidade-alta.vitrine.localhost:3000',
};
const NOW = new Date('2026-11-21T10:00:00Z');
/** The lines as a calendar program sees them: unfolded. */
const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

test('an end is an event in UTC, with a reminder a day before', () => {
  const text = drawCalendar(HOST, [END], NOW);
  const lines = unfold(text);
  expect(lines).toEqual(
    expect.arrayContaining(['VERSION:2.0', 'DTSTAMP:20261121T100000Z', 'DTSTART:20261212T150405Z', 'TRIGGER:-P1D']),
  );
  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
  // Every line ends with CR LF, and neither stands alone.
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('an end keeps its UID when it moves, and each end has its own', () => {
  const uidOf = (change: object) =>
    unfold(drawCalendar(HOST, [{ ...END, ...change }], NOW)).find((line) => line.startsWith('UID:'));
  expect(uidOf({ at: new Date('2027-01-11T15:04:05Z'), title: 'Outro nome' })).toBe(uidOf({}));
  expect(uidOf({ key: 'loja produto 18' })).not.toBe(uidOf({}));
  expect(uidOf({})).toMatch(/^UID:[0-9a-f]{32}@cidade-alta\.vitrine\.localhost$/);
});

test('a line has at most 75 octets, and every character stays whole', () => {
  for (const title of ['a'.repeat(400), 'ção'.repeat(120), '👑🏎️'.repeat(60), 'é'.repeat(74)]) {
    const text = drawCalendar(HOST, [{ ...END, title }], NOW);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).not.toContain('\uFFFD');
    expect(unfold(text)).toContain(`SUMMARY:${title}`);
  }
});

test('a hostile name stays a text and adds no line, property or event', () => {
  const title = 'VIP\r\nEND:VEVENT\r\nBEGIN:VEVENT\nATTACH:http://mal.example\u2028X:1\u0000\u0007 a;b,c\\n';
  const lines = unfold(drawCalendar(HOST, [{ ...END, title, description: title }], NOW));
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  expect(lines.some((line) => line.startsWith('ATTACH') || line.startsWith('X:'))).toBe(false);
  expect(lines).toContain('SUMMARY:VIP\\nEND:VEVENT\\nBEGIN:VEVENT\\nATTACH:http://mal.example\\nX:1   a\\;b\\,c\\\\n');
  expect(escapeText('a\rb')).toBe('a\\nb');
});

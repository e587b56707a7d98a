import { createHash } from 'node:crypto';

/** One end of a benefit, to remember. */
export interface CalendarEnd {
  /** Names this end among others. It stays the same when the end moves. */
  key: string;
  at: Date;
  title: string;
  description: string;
  /** Where to renew it. */
  url: string;
}

/** RFC 5545, 3.1: a line has at most 75 octets before its CR LF. */
const LINE_OCTETS = 75;

/**
 * A calendar file of RFC 5545: each end is an event at its moment, in UTC, with a reminder a day before. A program that
 * already has an event with the same UID moves it instead of adding another.
 */
export function drawCalendar(host: string, ends: readonly CalendarEnd[], now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vitrine//Compras//PT-BR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...ends.flatMap(({ key, at, title, description, url }) => [
      'BEGIN:VEVENT',
      `UID:${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${host}`,
      `DTSTAMP:${utc(now)}`,
      `DTSTART:${utc(at)}`,
      `SUMMARY:${escapeText(title)}`,
      `DESCRIPTION:${escapeText(description)}`,
      `URL:${new URL(url).href}`,
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escapeText(title)}`,
      'TRIGGER:-P1D',
      'END:VALARM',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** `20261212T150000Z` */
function utc(at: Date): string {
  return at.toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');
}

/** RFC 5545, 3.3.11: a text as a value. Control characters are not allowed in one. */
export function escapeText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n');
}

/** Breaks a long line between characters. Each further line begins with a space. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}

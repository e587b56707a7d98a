import { expect, test } from 'vitest';
import { BODY_MOST, NoPacket, type Packet, pack, unpack } from './packets.ts';

/** The same numbers in each run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}
const letters = ['a', ' ', '/', 'ç', '€', '😀', '§', '\n'];
const told = ({ id, type, body }: Packet) => ({ id, type, body: body.toString('utf8') });

test('a packet has the bytes of the published server', () => {
  expect(pack({ id: 7, type: 2, body: 'list' }).toString('hex')).toBe(
    `${'0e000000'}${'07000000'}${'02000000'}${'6c697374'}${'0000'}`,
  );
  expect(pack({ id: -1, type: 2, body: '' }).readInt32LE(0)).toBe(10);
});

test('packets come out as they went in, however the bytes are split and glued', () => {
  const next = numbers(42);
  for (let turn = 0; turn < 300; turn += 1) {
    const sent = Array.from({ length: 1 + next(5) }, () => ({
      id: next(2 ** 31) - 5,
      type: next(4),
      body: Array.from({ length: next(300) }, () => letters[next(letters.length)]).join(''),
    }));
    const bytes = Buffer.concat(sent.map(pack));
    const got: Packet[] = [];
    let rest: Buffer = Buffer.alloc(0);
    for (let at = 0; at < bytes.length; ) {
      const size = 1 + next(turn % 2 === 0 ? 4 : bytes.length);
      const read = unpack(Buffer.concat([rest, bytes.subarray(at, at + size)]));
      got.push(...read.packets);
      rest = read.rest;
      at += size;
    }
    expect(got.map(told)).toEqual(sent);
    expect(rest).toHaveLength(0);
  }
});

test('a piece of 4,096 characters of three bytes is read', () => {
  const body = Buffer.from('€'.repeat(4096));
  const head = Buffer.alloc(12);
  head.writeInt32LE(body.length + 10, 0);
  expect(unpack(Buffer.concat([head, body, Buffer.alloc(2)])).packets[0]?.body.toString()).toHaveLength(4096);
});

test('a length that no packet has is no RCON', () => {
  for (const length of [-1, 0, 9, 4096 * 3 + 11, 2 ** 31 - 1, Buffer.from('HTTP').readInt32LE(0)]) {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(length, 0);
    expect(() => unpack(bytes), String(length)).toThrow(NoPacket);
  }
});

test('a text that the server would cut is not packed', () => {
  expect(pack({ id: 1, type: 2, body: 'a'.repeat(BODY_MOST) })).toHaveLength(1460);
  expect(() => pack({ id: 1, type: 2, body: 'a'.repeat(BODY_MOST + 1) })).toThrow(RangeError);
  expect(() => pack({ id: 1, type: 2, body: 'say a\0op me' })).toThrow(RangeError);
});

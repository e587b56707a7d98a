/**
 * Packets of Minecraft's RCON, which is Valve's Source RCON. A packet is, little-endian: the length of what follows (int32),
 * an id (int32), a type (int32), a text, two NULs. Read in the server's published classes: `RConThreadClient`
 * (extremeheat/extracted_minecraft_data a071431a) and `RconClient` of later versions, which differ in names only.
 */

/** Type 3 carries the password, and is answered with type 2: the same id, or -1 where the password is wrong. */
export const LOGIN = 3;
/** Type 2 carries a command, and is answered with type 0 and its id. */
export const COMMAND = 2;
/** The id of the answer to a wrong password. */
export const REFUSED = -1;

/** Id, type and the two NULs. */
const FRAME = 10;
/** The server reads 1,460 bytes at most, once for each packet. Of these, 14 are length and frame. */
export const BODY_MOST = 1446;
/** The server cuts its text after so many characters and sends the rest in more packets, without a mark for the end. */
export const PIECE = 4096;
/** A character has three bytes in UTF-8 at most, as the server counts them. */
const LENGTH_MOST = PIECE * 3 + FRAME;

export interface Packet {
  id: number;
  type: number;
  body: Buffer;
}

/** What came is no RCON: a length that no packet has. */
export class NoPacket extends Error {
  override name = 'NoPacket';
}

/** The bytes of a packet. Throws a RangeError for a text above `BODY_MOST` bytes, or with a NUL, which would end it early. */
export function pack({ id, type, body }: { id: number; type: number; body: string }): Buffer {
  const text = Buffer.from(body, 'utf8');
  if (text.length > BODY_MOST || text.includes(0)) throw new RangeError('this text fits into no packet');
  const bytes = Buffer.alloc(4 + FRAME + text.length);
  bytes.writeInt32LE(FRAME + text.length, 0);
  bytes.writeInt32LE(id, 4);
  bytes.writeInt32LE(type, 8);
  text.copy(bytes, 12);
  return bytes;
}

/**
 * The whole packets at the start of `bytes`, and the bytes behind them, which are the start of the next one. TCP may split
 * packets anywhere and glue them. Throws NoPacket for a length that no packet has.
 */
export function unpack(bytes: Buffer): { packets: Packet[]; rest: Buffer } {
  const packets: Packet[] = [];
  let at = 0;
  while (bytes.length - at >= 4) {
    const length = bytes.readInt32LE(at);
    if (length < FRAME || length > LENGTH_MOST) throw new NoPacket(`a length of ${length}`);
    const end = at + 4 + length;
    if (bytes.length < end) break;
    packets.push({
      id: bytes.readInt32LE(at + 4),
      type: bytes.readInt32LE(at + 8),
      body: Buffer.from(bytes.subarray(at + 12, end - 2)),
    });
    at = end;
  }
  return { packets, rest: Buffer.from(bytes.subarray(at)) };
}

import { connect, type Socket } from 'node:net';

/** One column of an answer, with MariaDB's number of its type and its declared length. */
interface Column {
  name: string;
  type: number;
  length: number;
}
type Value = string | number | boolean | null;
export type Answer = { rows: Record<string, Value>[] } | { affectedRows: number; insertId: number };

// CLIENT_FOUND_ROWS counts matched rows, as the drivers do. Then long passwords, protocol 4.1, transactions, the newer
// way to sign in, and its name.
const CAPABILITIES = 0x2 | 0x1 | 0x200 | 0x2000 | 0x8000 | 0x80000;
const UTF8MB4 = 45;

/** Reads one packet's fields in order. Long integers and texts begin with their length. */
function reader(packet: Buffer) {
  let at = 0;
  const self = {
    byte: (): number => packet[at++] ?? 0,
    skip(bytes: number): void {
      at += bytes;
    },
    integer(bytes: number): number {
      const value = packet.readUIntLE(at, bytes);
      at += bytes;
      return value;
    },
    length(): number | null {
      const first = self.byte();
      if (first === 0xfb) return null;
      if (first === 0xfc) return self.integer(2);
      if (first === 0xfd) return self.integer(3);
      if (first < 0xfe) return first;
      const value = packet.readBigUInt64LE(at);
      at += 8;
      return Number(value);
    },
    text(): string | null {
      const length = self.length();
      if (length === null) return null;
      at += length;
      return packet.toString('utf8', at - length, at);
    },
  };
  return self;
}

const isEnd = (packet: Buffer): boolean => packet[0] === 0xfe && packet.length < 9;

function refusal(packet: Buffer): Error {
  // Number, '#', state of five characters, text.
  return new Error(packet.toString('utf8', packet[3] === 0x23 ? 9 : 3));
}

/** A value as oxmysql gives it (overextended/oxmysql 030d3bd src/utils/typeCast.ts:30). */
function cast(text: string | null, { type, length }: Column): Value {
  if (text === null) return null;
  if (type === 1 && length === 1 && (text === '0' || text === '1')) return text === '1';
  if ([1, 2, 3, 4, 5, 8, 9, 13].includes(type)) return Number(text);
  if (type === 7 || type === 12) return new Date(text).getTime();
  return text;
}

/** A connection that speaks MySQL's text protocol over a socket file, without a password. */
export class Connection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  readonly #packets: Buffer[] = [];
  #wake: (() => void) | undefined;
  #gone: Error | undefined;

  constructor(path: string) {
    this.#socket = connect(path);
    this.#socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      while (this.#received.length >= 4) {
        const length = this.#received.readUIntLE(0, 3);
        if (this.#received.length < 4 + length) break;
        this.#packets.push(this.#received.subarray(4, 4 + length));
        this.#received = this.#received.subarray(4 + length);
      }
      this.#wake?.();
    });
    const end = (error?: Error): void => {
      this.#gone = error ?? new Error('the database closed the connection');
      this.#wake?.();
    };
    this.#socket.on('error', end).on('close', () => end());
  }

  async #next(): Promise<Buffer> {
    while (this.#packets.length === 0) {
      if (this.#gone) throw this.#gone;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const packet = this.#packets.shift() ?? Buffer.alloc(0);
    if (packet[0] === 0xff) throw refusal(packet);
    return packet;
  }

  #send(sequence: number, body: Buffer): void {
    const head = Buffer.alloc(4);
    head.writeUIntLE(body.length, 0, 3);
    head[3] = sequence;
    this.#socket.write(Buffer.concat([head, body]));
  }

  /** Signs in as root. Rejects when the server refuses. */
  async open(): Promise<void> {
    await this.#next();
    const head = Buffer.alloc(32);
    head.writeUInt32LE(CAPABILITIES, 0);
    head.writeUInt32LE(0xffffff, 4);
    head[8] = UTF8MB4;
    this.#send(1, Buffer.concat([head, Buffer.from('root\0\0mysql_native_password\0')]));
    const answer = await this.#next();
    // The server asks for its own way to sign in: without a password that is an empty answer.
    if (answer[0] !== 0xfe) return;
    this.#send(3, Buffer.alloc(0));
    await this.#next();
  }

  /** Runs one statement. Rejects with the server's own text. */
  async query(sql: string): Promise<Answer> {
    this.#send(0, Buffer.concat([Buffer.from([3]), Buffer.from(sql)]));
    const first = await this.#next();
    const head = reader(first);
    if (first[0] === 0) {
      head.skip(1);
      return { affectedRows: head.length() ?? 0, insertId: head.length() ?? 0 };
    }
    const columns: Column[] = [];
    for (let packet = await this.#next(); !isEnd(packet); packet = await this.#next()) {
      const field = reader(packet);
      // Catalogue, schema, table and its own name, then the column's name and its own name.
      for (let i = 0; i < 4; i += 1) field.text();
      const name = field.text() ?? '';
      field.text();
      field.skip(3);
      columns.push({ name, length: field.integer(4), type: field.integer(1) });
    }
    const rows: Record<string, Value>[] = [];
    for (let packet = await this.#next(); !isEnd(packet); packet = await this.#next()) {
      const row = reader(packet);
      rows.push(Object.fromEntries(columns.map((column) => [column.name, cast(row.text(), column)])));
    }
    return { rows };
  }

  close(): void {
    this.#socket.destroy();
  }
}

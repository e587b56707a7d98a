import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/**
 * How the next command is treated. `answer`: as the real server does. `once`: it answers and ends the connection. `split`: the
 * answer arrives in up to 200 parts, a short one byte by byte. `glue`: all its pieces arrive in one write. `refuse_packet`: the connection ends and nothing ran. `close`: it ran, and
 * the connection ends without a word. `middle`: it ran, and the connection ends within the answer. `late`: it ran, and the answer
 * comes after `lateMs`. `silent`: it ran, and no answer comes. `foreign`: the answer has the id of no command. `garbage`: the
 * answer is no packet.
 */
export type RconMode =
  | 'answer'
  | 'once'
  | 'split'
  | 'glue'
  | 'refuse_packet'
  | 'close'
  | 'middle'
  | 'late'
  | 'silent'
  | 'foreign'
  | 'garbage';

export interface RconStandin {
  port: number;
  /** The commands that ran, in their order: what the game did. */
  ran: string[];
  /** The passwords that arrived. */
  logins: string[];
  /** Connections that are open now, and the most that were open at once. */
  open: { now: number; most: number };
  /** How many packets it could not read as a whole, as the real server reads them. */
  unread: number;
  /** The modes of the next commands; then it answers. */
  next: RconMode[];
  lateMs: number;
  password: string;
  /** What a command says. */
  says(command: string): string;
  /** Ends all connections and listens no more, as a server that is off. */
  stop(): Promise<void>;
  /** Listens again at the same port. */
  start(): Promise<void>;
}

const PIECE = 4096;

function packet(id: number, type: number, text: string): Buffer {
  const body = Buffer.from(text, 'utf8');
  const bytes = Buffer.alloc(body.length + 14);
  bytes.writeInt32LE(body.length + 10, 0);
  bytes.writeInt32LE(id, 4);
  bytes.writeInt32LE(type, 8);
  body.copy(bytes, 12);
  return bytes;
}

/** The pieces of an answer: cut by characters, and at least one. */
function pieces(id: number, text: string): Buffer[] {
  const made = [];
  let left = text;
  do {
    made.push(packet(id, 0, left.slice(0, PIECE)));
    left = left.slice(PIECE);
  } while (left.length > 0);
  return made;
}

/** A Minecraft server's RCON on 127.0.0.1. README.md names the published source of each behaviour. */
export async function startRcon({ password = 'segredo-do-rcon' } = {}): Promise<RconStandin> {
  const sockets = new Set<Socket>();
  const make = () =>
    createServer((socket) => {
      sockets.add(socket);
      standin.open.now += 1;
      standin.open.most = Math.max(standin.open.most, standin.open.now);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        standin.open.now -= 1;
      });
      let loggedIn = false;
      // One read is one packet: whatever has another length ends the connection.
      socket.on('data', (bytes) => {
        if (bytes.length < 10 || bytes.length > 1460 || bytes.readInt32LE(0) !== bytes.length - 4) {
          standin.unread += 1;
          socket.destroy();
          return;
        }
        const [id, type] = [bytes.readInt32LE(4), bytes.readInt32LE(8)];
        const text = bytes.subarray(12, bytes.indexOf(0, 12)).toString('utf8');
        if (type === 3) {
          standin.logins.push(text);
          loggedIn = text !== '' && text === standin.password;
          socket.write(packet(loggedIn ? id : -1, 2, ''));
        } else if (type !== 2) for (const one of pieces(id, `Unknown request ${type.toString(16)}`)) socket.write(one);
        else if (loggedIn) answer(socket, id, text);
        else socket.write(packet(-1, 2, ''));
      });
    });
  let server = make();

  function answer(socket: Socket, id: number, command: string): void {
    const mode = standin.next.shift() ?? 'answer';
    if (mode === 'refuse_packet') return void socket.destroy();
    standin.ran.push(command);
    const answers = pieces(id, standin.says(command));
    const bytes = Buffer.concat(answers);
    if (mode === 'close') socket.destroy();
    else if (mode === 'once') socket.end(bytes);
    else if (mode === 'middle') socket.end(bytes.subarray(0, bytes.length >> 1));
    else if (mode === 'late') setTimeout(() => socket.write(bytes), standin.lateMs).unref();
    else if (mode === 'foreign') socket.write(packet(id + 1000, 0, 'ok'));
    else if (mode === 'garbage') socket.write(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
    else if (mode === 'glue') socket.write(bytes);
    else if (mode === 'split') void inParts(socket, bytes);
    else if (mode === 'answer') for (const one of answers) socket.write(one);
  }

  async function inParts(socket: Socket, bytes: Buffer): Promise<void> {
    const step = Math.ceil(bytes.length / 200);
    for (let at = 0; at < bytes.length; at += step) {
      socket.write(bytes.subarray(at, at + step));
      await new Promise(setImmediate);
    }
  }

  async function listen(port: number): Promise<void> {
    server = make();
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address && typeof address === 'object') standin.port = address.port;
  }

  const standin: RconStandin = {
    port: 0,
    ran: [],
    logins: [],
    open: { now: 0, most: 0 },
    unread: 0,
    next: [],
    lateMs: 1000,
    password,
    says: (command) => `Ran ${command}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    start: () => listen(standin.port),
  };
  await listen(0);
  return standin;
}

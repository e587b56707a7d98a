import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { type RconMode, type RconStandin, startRcon } from '../../../../standins/rcon/rcon.ts';
import { pack } from './packets.ts';
import { connectRcon, type Ran, type Rcon } from './rcon.ts';

const allowed = ['127.0.0.1/32'];
const started: RconStandin[] = [];

async function server(): Promise<RconStandin> {
  const made = await startRcon();
  started.push(made);
  return made;
}
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(started.splice(0).map((one) => one.stop()));
});

const connect = (to: RconStandin, password = to.password) =>
  connectRcon({ host: '127.0.0.1', port: to.port, password }, { allowed });
async function login(to: RconStandin): Promise<Rcon> {
  const rcon = await connect(to);
  if ('problem' in rcon) throw new Error(rcon.problem);
  return rcon;
}

test('commands run one after the other over one connection, and their texts come back', async () => {
  const game = await server();
  const rcon = await login(game);
  expect(await rcon.run('say olá')).toEqual({ what: 'answered', text: 'Ran say olá' });
  game.says = () => '';
  expect(await rcon.run('give steve dirt 1')).toEqual({ what: 'answered', text: '' });
  rcon.close();
  expect(game.ran).toEqual(['say olá', 'give steve dirt 1']);
  expect(game.open.most).toBe(1);
});

test.each<[RconMode, number, Ran['what']]>([
  ['split', 50, 'answered'],
  ['split', 4500, 'answered'],
  ['glue', 9000, 'answered'],
  ['answer', 9000, 'answered'],
  ['refuse_packet', 5, 'lost'],
  ['close', 5, 'lost'],
  ['middle', 50, 'lost'],
  ['foreign', 5, 'lost'],
  ['garbage', 5, 'lost'],
])('%s with an answer of %i characters is %s, and ran at most once', async (mode, size, what) => {
  const game = await server();
  const sockets = process.getActiveResourcesInfo().filter((one) => one === 'TCPSocketWrap').length;
  game.says = () => 'ç'.repeat(size);
  game.next = [mode];
  const rcon = await login(game);
  const ran = await rcon.run('give steve diamond 1');
  expect(ran.what).toBe(what);
  if (ran.what === 'answered') expect(ran.text).toBe('ç'.repeat(size));
  expect(game.ran.length).toBe(mode === 'refuse_packet' ? 0 : 1);
  // A connection that lost an answer sends nothing more: a late answer would count for the next command.
  if (what === 'lost') expect(await rcon.run('give steve diamond 2')).toEqual({ what: 'unsent' });
  expect(game.unread).toBe(0);
  rcon.close();
  // A socket that stays open here would be one more for each lost answer.
  await expect
    .poll(() => process.getActiveResourcesInfo().filter((one) => one === 'TCPSocketWrap').length)
    .toBeLessThanOrEqual(sockets);
});

test('an answer that does not come in time is lost, and its connection ends', async () => {
  const game = await server();
  game.next = ['late'];
  game.lateMs = 60;
  const rcon = await login(game);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const ran = rcon.run('give steve diamond 1');
  await vi.advanceTimersByTimeAsync(21_000);
  expect(await ran).toEqual({ what: 'lost' });
  vi.useRealTimers();
  await expect.poll(() => game.open.now).toBe(0);
  expect(await rcon.run('give steve diamond 2')).toEqual({ what: 'unsent' });
});

test('a command for a connection that ended before it does not leave', async () => {
  const game = await server();
  const rcon = await login(game);
  await game.stop();
  await game.start();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await rcon.run('give steve diamond 1')).toEqual({ what: 'unsent' });
  expect(game.ran).toEqual([]);
});

test('a wrong password, nobody, another program and a private address are told apart', async () => {
  const game = await server();
  expect(await connect(game, 'errada')).toEqual({ problem: 'password' });
  const place = { host: '127.0.0.1', port: game.port, password: game.password };
  expect(await connectRcon(place, { allowed: [] })).toEqual({ problem: 'address' });
  // The password never left for an address that is not allowed.
  expect(game.logins).toEqual(['errada']);
  await game.stop();
  expect(await connectRcon(place, { allowed })).toEqual({ problem: 'unreachable' });
  const web = createServer((socket) => {
    socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n');
  }).listen(game.port, '127.0.0.1');
  await vi.waitFor(() => expect(web.listening).toBe(true));
  expect(await connectRcon(place, { allowed })).toEqual({ problem: 'unreachable' });
  web.close();
  await game.start();
});

/** A program that is no Minecraft server. `at` meets each connection. */
async function stranger(at: (socket: Socket) => void) {
  const program = createServer((socket) => {
    socket.on('error', () => undefined);
    at(socket);
  }).listen(0, '127.0.0.1');
  await once(program, 'listening');
  const { port } = program.address() as AddressInfo;
  return { program, place: { host: '127.0.0.1', port, password: 'segredo' } };
}

test('a program that accepts and never answers is given up', async () => {
  const { program, place } = await stranger(() => undefined);
  const accepted = once(program, 'connection');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const connection = connectRcon(place, { allowed });
  const [socket] = (await accepted) as [Socket];
  await once(socket, 'data');
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await connection).toEqual({ problem: 'unreachable' });
  vi.useRealTimers();
  program.close();
});

test('a program that floods the login is left at once, and not when the time is over', async () => {
  const { program, place } = await stranger((socket) => {
    const more = () => {
      if (socket.destroyed) return;
      // An answer that nobody asked for, as some servers send one before the word about the password.
      socket.write(pack({ id: 1, type: 0, body: '' }));
      setImmediate(more);
    };
    more();
  });
  // The clock stands still, so nothing but the flood itself can end this.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  expect(await connectRcon(place, { allowed })).toEqual({ problem: 'unreachable' });
  vi.useRealTimers();
  program.close();
});

test('10,000 bytes of anything are a lost answer', async () => {
  for (const byte of [0, 11, 0x41, 0xff]) {
    const { program, place } = await stranger((socket) => {
      socket.once('data', () => {
        socket.write(pack({ id: 1, type: 2, body: '' }));
        socket.once('data', () => socket.end(Buffer.alloc(10_000, byte)));
      });
    });
    const rcon = await connectRcon(place, { allowed });
    if ('problem' in rcon) throw new Error(rcon.problem);
    expect(await rcon.run('give steve diamond 1'), String(byte)).toEqual({ what: 'lost' });
    expect(rcon.open).toBe(false);
    program.close();
  }
});

test('a long text leaves the connection open, unless nobody can know its end', async () => {
  const game = await server();
  const rcon = await login(game);
  // More than 4,096 bytes, and fewer than 4,096 characters: the server cuts characters.
  game.says = () => 'ç'.repeat(3000);
  expect(await rcon.run('help')).toEqual({ what: 'answered', text: 'ç'.repeat(3000) });
  expect(rcon.open).toBe(true);
  game.says = () => 'a'.repeat(4096);
  expect(await rcon.run('help')).toEqual({ what: 'answered', text: 'a'.repeat(4096) });
  expect(rcon.open).toBe(false);
});

test('a command that no packet holds is refused before anything leaves', async () => {
  const game = await server();
  const rcon = await login(game);
  await expect(rcon.run('a'.repeat(1447))).rejects.toThrow(RangeError);
  expect(game.ran).toEqual([]);
  rcon.close();
});

import { join } from 'node:path';
import { createApp, type RunningServer, startServer } from '../lib/server.ts';
import { runCommand } from './commands.ts';
import { livePart, serverPage, type View } from './page.ts';
import { type Plugin, startPlugin } from './plugin.ts';
import { World } from './world.ts';

interface Options {
  /** Folder of the world and of the journal. */
  dataDir: string;
  /** Port of the page and the control API; 0 takes a free one. */
  port?: number;
}

type Fields = Record<string, unknown>;
const record = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});
const text = (fields: Fields, key: string): string => {
  const value = fields[key];
  if (typeof value !== 'string' || value.trim() === '') throw new TypeError(`campo ${key} ausente`);
  return value.trim();
};

/** Starts a Minecraft server with its page. It is on, and connects to Vitrine when `configure` told it a token and an address. */
export async function startMinecraftLight({ dataDir, port = 0 }: Options): Promise<RunningServer> {
  const world = new World(join(dataDir, 'world.json'));
  let shop = { token: '', address: '' };
  let on = true;
  let plugin: Plugin | undefined;

  const view = (): View => ({
    on,
    connected: plugin?.connected ?? false,
    players: world.players(),
    console: world.console,
    token: shop.token,
    url: shop.address,
  });
  const stop = async (): Promise<void> => {
    const running = plugin;
    plugin = undefined;
    await running?.stop();
  };
  const connect = async (): Promise<void> => {
    await stop();
    if (on && shop.token !== '') plugin = startPlugin(world, { dataDir, ...shop });
  };
  const needsPower = (): void => {
    if (!on) throw new TypeError('o servidor está desligado');
  };

  const actions: Record<string, (fields: Fields) => Promise<void> | void> = {
    /** A player enters, known or new. */
    join(fields) {
      needsPower();
      const name = text(fields, 'name');
      if (!/^[.*]?\w{2,16}$/.test(name)) throw new TypeError('o nick tem de 2 a 16 letras, números ou _');
      const player = world.player(name);
      if (player.banned) throw new TypeError('o jogador está banido');
      Object.assign(player, { name, online: true });
      world.say(`${name} joined the game`);
      world.save();
      plugin?.wake();
    },
    leave(fields) {
      const player = world.find(text(fields, 'name'));
      if (!player) throw new TypeError('jogador desconhecido');
      player.online = false;
      world.say(`${player.name} left the game`);
      world.save();
    },
    console(fields) {
      needsPower();
      runCommand(world, text(fields, 'line').replace(/^\//, '').split(/\s+/));
      world.save();
    },
    async kill() {
      on = false;
      await stop();
      world.say('O servidor caiu.');
    },
    async restart() {
      on = true;
      world.say('Done! For help, type "help"');
      await connect();
    },
    async configure(fields) {
      shop = { token: text(fields, 'token'), address: text(fields, 'url') };
      on = true;
      await connect();
    },
  };

  const app = createApp();
  app.setErrorHandler(async (error, _request, reply) => {
    const message = error instanceof Error ? error.message : String(error);
    await reply.code(error instanceof TypeError ? 400 : 500).send({ message });
  });
  app.get('/', async (request, reply) => {
    reply.type('text/html; charset=utf-8');
    return record(request.query).parte === undefined ? serverPage(view()) : livePart(view()).markup;
  });
  app.get('/__control/state', async () => {
    const { on, connected, players, console: lines } = view();
    return { on, connected, players, console: lines };
  });
  for (const [name, run] of Object.entries(actions)) {
    app.post(`/__control/${name}`, async (request) => {
      await run(record(request.body));
      return {};
    });
    app.post(`/__control/form/${name}`, async (request, reply) => {
      await run(record(request.body));
      return reply.redirect('/', 303);
    });
  }
  const running = await startServer(app, port);
  return {
    url: running.url,
    async close() {
      await running.close();
      await stop();
    },
  };
}

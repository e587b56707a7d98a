import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { unzipSync } from 'fflate';
import { createApp, type RunningServer, startServer } from '../lib/server.ts';
import { cityPage, livePart } from './city-page.ts';
import type { FrameworkName } from './frameworks.ts';
import { type City, startCity } from './fxserver.ts';
import { citizenViews } from './overview.ts';

export interface SimulationOptions {
  dataDir: string;
  /** Port of the page and the control API; 0 takes a free one. */
  port?: number;
  /** Default: the newer Creative Network. */
  framework?: FrameworkName | 'none';
  /** Folder of the delivery resource. Without it, one is installed from a zip. */
  resourceDir?: string;
  /** Name under which the resource starts. Default `vitrine`. */
  resource?: string;
  convars?: Record<string, string>;
  /** Citizens come and go by themselves (default true), except those who were moved by hand. */
  wander?: boolean;
  /** Seconds between two of those moves. Default 45. */
  wanderSeconds?: number;
}

export interface Simulation extends RunningServer {
  city: City;
}

type Fields = Record<string, unknown>;
const text = (fields: Fields, key: string): string => {
  const value = fields[key];
  if (typeof value !== 'string' && typeof value !== 'number') throw new TypeError(`campo ${key} ausente`);
  return String(value);
};
const record = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});

/** Unpacks a resource and returns its top folders. Refuses loose files and paths that leave the resources folder. */
function unpack(city: City, zip: Uint8Array): string[] {
  const names = new Set<string>();
  const root = resolve(city.resourcesDir);
  const files = Object.entries(unzipSync(zip)).filter(([path]) => !path.endsWith('/'));
  for (const [path] of files) {
    const top = path.split('/')[0] ?? '';
    if (!resolve(root, path).startsWith(root + sep) || path.includes('\\'))
      throw new TypeError('o zip tem um caminho inválido');
    if (!path.includes('/') || top.startsWith('[') || top.startsWith('.'))
      throw new TypeError('o zip precisa ter uma pasta com o recurso');
    names.add(top);
  }
  for (const [path, data] of files) {
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, data);
  }
  return [...names];
}

/** Starts a city in real time with its own page, for people and browser tests. */
export async function startSimulation(options: SimulationOptions): Promise<Simulation> {
  const framework = options.framework ?? 'network-newer';
  const resource = options.resource ?? 'vitrine';
  const city = await startCity({
    dataDir: options.dataDir,
    resourceDir: options.resourceDir,
    resourceName: options.resourceDir === undefined ? undefined : resource,
    framework,
    convars: { sv_hostname: 'Cidade de demonstração', sv_maxclients: '64', ...options.convars },
    cfg: [`add_ace resource.${resource} command.say allow`],
    // Without a token the resource only complains, so it starts when a person has typed one in.
    autostart: options.convars?.vitrine_token !== undefined,
  });
  const byHand = new Set<number>();
  const idOf = (fields: Fields): number => {
    const id = Number(text(fields, 'id'));
    if (!city.server.world.citizens.has(id)) throw new TypeError('cidadão desconhecido');
    byHand.add(id);
    return id;
  };
  const needsLife = (): void => {
    if (!city.alive) throw new TypeError('o servidor está desligado');
  };

  const actions: Record<string, (fields: Fields) => Promise<Fields>> = {
    async join(fields) {
      needsLife();
      const stage = fields.until === 'connecting' || fields.until === 'joined' ? fields.until : 'loaded';
      const connection = await city.join(idOf(fields), stage);
      return { joined: connection !== undefined, source: connection?.source };
    },
    async leave(fields) {
      await city.leave(idOf(fields));
      return {};
    },
    /** Puts items into the inventory of a person in the city; a negative amount takes them. */
    async items(fields) {
      needsLife();
      const amount = Number(text(fields, 'amount'));
      if (!Number.isInteger(amount)) throw new TypeError('a quantidade precisa ser um número inteiro');
      city.emit('standin:items', idOf(fields), text(fields, 'item'), amount);
      return { citizen: citizenViews(city).find(({ id }) => id === Number(fields.id)) };
    },
    async kill() {
      await city.kill();
      return {};
    },
    async restart() {
      await city.restart();
      return {};
    },
    async 'restart-resource'(fields) {
      needsLife();
      await city.restartResource(typeof fields.name === 'string' ? fields.name : resource);
      return {};
    },
    async console(fields) {
      needsLife();
      city.consoleLines.push(`> ${text(fields, 'line')}`);
      await city.console(text(fields, 'line'));
      return { lines: city.consoleLines.slice(-20) };
    },
    async convar(fields) {
      city.setConvar(text(fields, 'name'), text(fields, 'value'));
      return {};
    },
    async configure(fields) {
      for (const key of ['token', 'url'])
        if (typeof fields[key] === 'string') city.setConvar(`vitrine_${key}`, text(fields, key).trim());
      if (!city.alive) await city.restart();
      // As an owner does: without this line the resource would be gone after a restart of the server.
      city.addToCfg(`ensure ${resource}`);
      await city.restartResource(resource);
      return { state: city.server.resources.get(resource)?.state ?? 'missing' };
    },
  };

  const app = createApp({ bodyLimit: 8 * 1_048_576 });
  app.addContentTypeParser(
    ['application/zip', 'application/octet-stream'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  app.setErrorHandler(async (error, _request, reply) => {
    const message = error instanceof Error ? error.message : String(error);
    await reply.code(error instanceof TypeError ? 400 : 500).send({ message });
  });
  app.get('/', async (request, reply) => {
    reply.type('text/html; charset=utf-8');
    const { parte } = record(request.query);
    return parte === undefined ? cityPage(city, resource, framework) : livePart(city, resource).markup;
  });
  app.get('/__control/state', async () => ({
    alive: city.alive,
    framework,
    resource: city.server.resources.get(resource)?.state ?? 'missing',
    citizens: citizenViews(city),
    effects: city.effects.slice(-200),
    scriptErrors: city.scriptErrors.slice(-50),
    console: city.consoleLines.slice(-200),
  }));
  app.post('/__control/install', async (request) => {
    if (!Buffer.isBuffer(request.body)) throw new TypeError('envie o arquivo .zip como corpo');
    const names = unpack(city, request.body);
    await city.refresh();
    for (const name of names) {
      city.addToCfg(`ensure ${name}`);
      if (city.alive && city.server.resources.has(name)) await city.restartResource(name);
    }
    return { resources: names, states: names.map((n) => city.server.resources.get(n)?.state ?? 'missing') };
  });
  for (const [name, run] of Object.entries(actions)) {
    app.post(`/__control/${name}`, async (request) => run(record(request.body)));
    app.post(`/__control/form/${name}`, async (request, reply) => {
      await run(record(request.body));
      return reply.redirect('/', 303);
    });
  }

  const wander = async (): Promise<void> => {
    if (!city.alive) return;
    const free = citizenViews(city).filter((c) => !byHand.has(c.id) && !c.banned);
    const online = free.filter((c) => c.online);
    const pool =
      online.length < free.length / 3 || (Math.random() < 0.5 && online.length < free.length)
        ? free.filter((c) => !c.online)
        : online;
    const one = pool[Math.floor(Math.random() * pool.length)];
    if (one?.online) await city.leave(one.id);
    else if (one) await city.join(one.id);
  };
  if (options.wander !== false) for (let i = 0; i < 4; i += 1) await wander();
  const timer =
    options.wander === false ? undefined : setInterval(() => void wander(), (options.wanderSeconds ?? 45) * 1000);
  const running = await startServer(app, options.port ?? 0).catch(async (error: unknown) => {
    clearInterval(timer);
    await city.close();
    throw error;
  });
  return {
    city,
    url: running.url,
    async close() {
      clearInterval(timer);
      await running.close();
      await city.close();
    },
  };
}

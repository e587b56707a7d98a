import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer as AnswerOf, CallName, JsonCallName } from '@vitrine/contract/calls/table';
import { type CallAnswer, type CallAsk, requestOf } from './call.ts';
import { type Answer, type Ask, ask, control, demand } from './http.ts';
import { type Link, startLinks } from './links.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { type Process, type Product, prepareProduct } from './product.ts';
import type { Options } from './prove.ts';
import { type Standins, startStandins } from './standins.ts';

export const DOMAIN = 'vitrine.localhost';
/**
 * How often the balancer asks which processes are ready, in ms: less than the 2 s in which a process still answers
 * after SIGTERM.
 */
const LOOK_MS = 200;
const WEBS = 2;
/** In a short run nothing counts as late before this, in ms. */
const PATIENCE_MS = 15_000;

/**
 * The product as an operator runs it, and its surroundings: two web processes behind a balancer, a worker,
 * PostgreSQL, the stand-ins, and a wire to each of them that can be cut.
 */
export interface World {
  options: Options;
  folder: string;
  postgres: Postgres;
  standins: Standins;
  product: Product;
  /** The product's settings, for a separate process. */
  environment: Record<string, string>;
  /** Live processes. The balancer sends to web processes that are ready. */
  webs: Process[];
  worker: Process;
  /** The visitors' entry, the balancer. It keeps their addresses. */
  front: Link;
  wires: { database: Link; provider: Link; discord: Link; mail: Link };
  /** How much to do: the promised amount, or a small part of it. */
  much<T = number>(short: T, long: T): T;
  /**
   * The most ms that something may take, as promised. A short run shares the machine with other tests, so it only
   * finds what hangs, and its table says which limit it used.
   */
  within(ms: number): number;
  /** A request through the balancer, by default to the panel's host. For pages, and for addresses that are themselves the attack. */
  ask(path: string, what?: Partial<Ask>): Promise<Answer>;
  /** Makes a call of the table and returns any answer, also a refusal. Its body may be anything. */
  call<Of extends CallName>(name: Of, what?: CallAsk): Promise<CallAnswer<Of>>;
  /** Makes a call of the table, and throws for anything except 2xx. */
  demand<Of extends JsonCallName>(name: Of, what?: CallAsk): Promise<AnswerOf<Of>>;
  /** Rows from the database itself, because rules are checked from outside. */
  rows<T extends object>(statement: string, values?: unknown[]): Promise<T[]>;
  /** Starts a web process and adds it to the balancer. */
  addWeb(): Promise<Process>;
  /** Starts the worker again after it has ended. */
  startWorker(): Promise<void>;
  close(): Promise<void>;
}

/** Undoes all steps, the last first, even after a failure. */
class Undo {
  readonly #steps: (() => unknown)[] = [];
  add(step: () => unknown): void {
    this.#steps.push(step);
  }
  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) {
      await Promise.resolve()
        .then(step)
        .catch((error: Error) => console.error(`While cleaning up: ${error.message}`));
    }
  }
}

/** Starts everything. A failure or a signal in the middle leaves nothing behind. */
export async function startWorld(options: Options, undone: (close: () => Promise<void>) => void): Promise<World> {
  const undo = new Undo();
  undone(() => undo.run());
  try {
    return await build(options, undo);
  } catch (error) {
    await undo.run();
    throw error;
  }
}

async function build(options: Options, undo: Undo): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-prove-'));
  const removed = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removed);
  undo.add(() => {
    removed();
    process.off('exit', removed);
  });
  const postgres = await startPostgres(folder);
  undo.add(async () => {
    await postgres.pool.end();
    await postgres.stop();
  });
  const links = await startLinks();
  undo.add(() => links.close());
  const front = await links.open('front', []);
  const publicUrl = `http://${DOMAIN}:${front.port}`;
  const data = join(folder, 'data');
  mkdirSync(data);
  const standins = await startStandins({ VITRINE_DATA: data, VITRINE_PUBLIC_URL: publicUrl });
  undo.add(() => standins.close());

  const wired = async (name: string, address: string) => {
    const url = new URL(address);
    const link = await links.open(name, [Number(url.port)]);
    url.port = String(link.port);
    return { link, url: url.href.replace(/\/$/, '') };
  };
  const { MERCADOPAGO_API_URL = '', DISCORD_API_URL = '', SMTP_URL = '' } = standins.env;
  const database = await wired('database', `postgres://vitrine@127.0.0.1:${postgres.port}/vitrine`);
  const provider = await wired('provider', MERCADOPAGO_API_URL);
  const discord = await wired('discord', DISCORD_API_URL);
  const mail = await wired('mail', SMTP_URL);

  const environment = {
    ...standins.env,
    DATABASE_URL: database.url,
    MERCADOPAGO_API_URL: provider.url,
    DISCORD_API_URL: discord.url,
    SMTP_URL: mail.url,
    // The limit of a large installation: lines that try thousands of e-mails would use up the usual limit of an hour in minutes.
    MAIL_PER_HOUR: '100000',
    VITRINE_SECRET: randomBytes(32).toString('base64'),
    VITRINE_DATA: data,
    VITRINE_DEMO: '0',
    VITRINE_SECURITY_CONTACT: 'mailto:seguranca@exemplo.com.br',
    VITRINE_DOMAIN: DOMAIN,
    VITRINE_PUBLIC_URL: publicUrl,
    LOG_LEVEL: 'info',
  };
  const product = prepareProduct(folder, environment);
  const webs: Process[] = [];
  undo.add(() => Promise.all(webs.map((web) => web.end())));
  const addWeb = async () => {
    const web = await product.launch('web');
    webs.push(web);
    return web;
  };
  for (let n = 0; n < WEBS; n += 1) await addWeb();
  const looking = startBalancer(front, webs);
  undo.add(() => looking.stop());
  await looking.look();
  const worker = await product.launch('worker');

  const world: World = {
    options,
    folder,
    postgres,
    standins,
    product,
    environment,
    webs,
    worker,
    front,
    wires: { database: database.link, provider: provider.link, discord: discord.link, mail: mail.link },
    much: (short, long) => (options.length === 'short' ? short : long),
    within: (ms) => (options.length === 'short' ? Math.max(2 * ms, PATIENCE_MS) : ms),
    ask: (path, what = {}) => ask({ port: front.port, host: `${DOMAIN}:${front.port}`, path, ...what }),
    call: (name, what = {}) => ask({ port: front.port, host: `${DOMAIN}:${front.port}`, ...requestOf(name, what) }),
    demand: (name, what = {}) =>
      demand({ port: front.port, host: `${DOMAIN}:${front.port}`, ...requestOf(name, what) }),
    rows: async <T extends object>(statement: string, values: unknown[] = []) =>
      (await postgres.pool.query<T>(statement, values)).rows,
    async addWeb() {
      const web = await addWeb();
      await looking.look();
      return web;
    },
    async startWorker() {
      world.worker = await product.launch('worker');
    },
    close: () => undo.run(),
  };
  undo.add(() => world.worker.end());
  // Faults of an interrupted section must not hit the next one.
  await control(`${standins.pages.mercadoPago}/__control/faults`, undefined, 'DELETE');
  return world;
}

/** Sends visitors to the ready web processes, like a balancer in front. */
function startBalancer(front: Link, webs: Process[]): { look(): Promise<void>; stop(): void } {
  let ready = '';
  const look = async () => {
    for (const gone of webs.filter((web) => !web.alive())) webs.splice(webs.indexOf(gone), 1);
    const answers = await Promise.all(
      webs.map(async ({ port }) => {
        const answer = await ask({ port, path: '/readyz', ms: 2000 }).catch(() => undefined);
        return answer?.status === 200 ? [port] : [];
      }),
    );
    const ports = answers.flat();
    // If no process is ready, visitors get the processes' own answers.
    const next = ports.length > 0 ? ports : webs.map(({ port }) => port);
    if (String(next) === ready) return;
    ready = String(next);
    await front.lead(next);
  };
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .catch(() => {})
      .finally(() => {
        looking = false;
      });
  }, LOOK_MS);
  return { look, stop: () => clearInterval(timer) };
}

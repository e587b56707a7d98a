import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface MinecraftOptions {
  /** The server's folder: all that a crash leaves. */
  folder: string;
  jar: string;
  /** Folders of classes: the server's own, then the signatures of what it does not replace. */
  classpath: string[];
  /** `velocity` and `bungeecord` are proxies: they have players, a console and nothing else. */
  flavour?: 'spigot' | 'paper' | 'folia' | 'velocity' | 'bungeecord';
  /** Whether players log in at Mojang. */
  onlineMode?: boolean;
  plugins?: ('LuckPerms' | 'Vault')[];
  /** The economy keeps balances in memory until the server saves. */
  lateEconomy?: boolean;
  /** A balance shows a step 1.5 s later. */
  slowEconomy?: boolean;
  /** Names that Mojang knows. */
  mojang?: string[];
}

export interface PlayerState {
  balance: number;
  whitelisted: boolean;
  banned: boolean;
  items?: Record<string, number>;
  heard?: string[];
  groups: string[];
  ranks: string[];
}

/** A Bukkit server that is a JVM of its own, with the jar loaded as a real one loads it (standins/minecraft/README.md). */
export class Minecraft {
  readonly logs: string[] = [];
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, (answer: { value?: unknown; error?: string }) => void>();
  private next = 0;
  private readonly ready: Promise<void>;
  /** Resolves when the process is gone, however it ended. */
  readonly ended: Promise<void>;

  private constructor(options: MinecraftOptions) {
    const { folder, jar, classpath, flavour = 'paper', onlineMode = false, plugins = ['LuckPerms', 'Vault'] } = options;
    const mojang = options.mojang?.length ? [options.mojang.join(',')] : [];
    const mode = onlineMode ? 'online' : 'offline';
    const economy = options.lateEconomy ? 'late' : options.slowEconomy ? 'slow' : 'now';
    const java = [
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      '-Xshare:auto',
      '-Xmx128m',
      '-cp',
      classpath.join(':'),
    ];
    const isProxy = flavour === 'velocity' || flavour === 'bungeecord';
    const args = isProxy
      ? [...java, 'standin.proxy.ProxyMain', folder, jar, flavour]
      : [...java, 'standin.Main', folder, jar, flavour, mode, plugins.join(',') || '-', economy, ...mojang];
    this.child = spawn('java', args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.ended = new Promise((resolve) => {
      this.child.once('close', () => resolve());
    });
    // A write to a process that was killed fails, and whoever waits for its answer hears it below.
    this.child.stdin?.on('error', () => undefined);
    this.ready = new Promise((resolve) => {
      createInterface({ input: this.child.stdout as NodeJS.ReadableStream }).on('line', (line) =>
        this.hear(line, resolve),
      );
    });
    void this.ended.then(() => {
      for (const answer of this.waiting.values()) answer({ error: 'the server is gone' });
    });
  }

  /** Starts one and waits until the plugin is enabled. */
  static async start(options: MinecraftOptions): Promise<Minecraft> {
    const server = new Minecraft(options);
    const gone = server.ended.then(() => {
      throw new Error('the server did not start');
    });
    await Promise.race([server.ready, gone]);
    gone.catch(() => undefined);
    return server;
  }

  private hear(line: string, ready: () => void): void {
    const said: { ready?: boolean; log?: string; id?: number; value?: unknown; error?: string } = JSON.parse(line);
    if (said.ready) ready();
    else if (said.log !== undefined) this.logs.push(said.log);
    else if (said.id !== undefined) {
      this.waiting.get(said.id)?.(said);
      this.waiting.delete(said.id);
    }
  }

  /** Asks the server something in its main thread. Rejects if it fails or is gone. */
  async ask<T = unknown>(op: string, more: Record<string, unknown> = {}): Promise<T> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) throw new Error('the server is gone');
    this.next += 1;
    const id = this.next;
    const answer = new Promise<{ value?: unknown; error?: string }>((resolve) => this.waiting.set(id, resolve));
    this.child.stdin?.write(`${JSON.stringify({ id, op, ...more })}\n`);
    const { value, error } = await answer;
    if (error !== undefined) throw new Error(error);
    return value as T;
  }

  /** A player comes. Answers their UUID. */
  join = (name: string): Promise<string> => this.ask('join', { name });
  quit = (name: string): Promise<void> => this.ask('quit', { name });
  state = (name: string): Promise<PlayerState> => this.ask('state', { name });
  /** Types a command of the plugin, as a player or in the console. */
  type = (line: string, name?: string): Promise<boolean> => this.ask('command', { line, ...(name && { name }) });
  /** Ends the process at a named point of the next effect (standin/Kill.java). */
  dieAt = (at: string): Promise<void> => this.ask('die', { at });
  /** The process's id, for `kill -9` and `prlimit`. */
  get pid(): number {
    return this.child.pid as number;
  }

  /** Ends it like a crash. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  /** Ends it as an owner does. */
  async stop(): Promise<void> {
    await this.ask('stop').catch(() => undefined);
    await this.ended;
  }
}

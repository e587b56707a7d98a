import { Callback, fields, Handle, table, textOf, type Value } from '../wire.ts';
import { type Answer, handle, passKillPoint, type Request, type World } from '../world.ts';
import type { Functions } from './function.ts';

/**
 * [http] is Server/mods/deathmatch/logic/CRemoteCalls.cpp at 079508d of multitheftauto/mtasa-blue, [abort] CLuaFunctionDefs.cpp
 * there. The download manager itself is not published: its tries and codes are docs/spec/facts/game-servers.md 8.2.
 */

/** libcurl's code for a server that cannot be reached. */
const NOT_CONNECTED = 7;
const LATENCY_MS = 20;

function next(world: World, queue: string): void {
  const waiting = world.requests.filter((one) => one.queue === queue);
  const first = waiting[0];
  if (!first || waiting.some(({ sent }) => sent)) return;
  first.sent = true;
  first.go();
}

function drop(world: World, request: Request): void {
  world.requests = world.requests.filter((one) => one !== request);
  request.vm.free(request.callback);
  if (world.alive) next(world, request.queue);
}

/** [http] DownloadFinishedCallback: the body as it came, also of an error; headers cut at line feeds. */
function finish(world: World, request: Request, status: number, body: string, headers: Record<string, string>): void {
  // [http] CallExists: an aborted one is not called back.
  if (!world.alive || !world.requests.includes(request)) return;
  passKillPoint(world, 'http:answered', request.queue, textOf(body));
  const lines = Object.entries(headers).map(([key, value]): [Value, Value] => [key, `${value}\r`]);
  const info = table({ success: status >= 200 && status <= 299, statusCode: status, headers: new Map(lines) });
  request.vm.enter(request.callback, {}, [body, info]);
  drop(world, request);
}

/** What happens outside of Lua may die too. */
function outside(run: () => void): void {
  try {
    run();
  } catch (error) {
    if ((error as Error).constructor.name !== 'Killed') throw error;
  }
}

function send(world: World, request: Request, url: string, options: Record<string, Value>): void {
  const body = String(options.postData ?? '');
  const headers = Object.fromEntries(
    Object.entries(fields(options.headers)).map(([name, value]) => [name, textOf(value)]),
  );
  let left = Number(options.connectionAttempts ?? 10);
  const attempt = (): void => {
    if (!world.alive || !world.requests.includes(request)) return;
    left -= 1;
    passKillPoint(world, 'http:before', request.queue, textOf(body));
    const played = world.play({
      url,
      method: textOf(options.method ?? 'POST'),
      body: textOf(body),
      headers,
    });
    passKillPoint(world, 'http:sent', request.queue, textOf(body));
    const deliver = (answer: Answer | undefined): void => {
      if (!answer) return;
      world.clock.timer(answer.delayMs ?? LATENCY_MS, () =>
        outside(() => {
          if (answer.status > 0) {
            finish(world, request, answer.status, Buffer.from(answer.body).toString('latin1'), answer.headers ?? {});
          } else if (left > 0) attempt();
          else finish(world, request, NOT_CONNECTED, '', {});
        }),
      );
    };
    if (played instanceof Promise) void played.then(deliver);
    else deliver(played);
  };
  world.clock.timer(0, () => outside(attempt));
}

export const http: Functions = {
  // [http] fetchRemote with a table of options: one request at a time in a queue
  fetchRemote(world, [url, options, callback]) {
    if (!(callback instanceof Callback) || !(options instanceof Map) || !world.vm) return false;
    const all = fields(options);
    const request: Request = {
      id: handle(world, 'request:').id,
      queue: textOf(all.queueName ?? 'default'),
      vm: world.vm,
      callback: callback.ref,
      sent: false,
      go: () => send(world, request, textOf(url), all),
    };
    world.requests.push(request);
    next(world, request.queue);
    return new Handle(request.id);
  },
  // [abort] AbortRemoteRequest: the request is forgotten, and nobody is called back
  abortRemoteRequest(world, [request]) {
    const found = world.requests.find(({ id }) => request instanceof Handle && id === request.id);
    if (!found) return false;
    drop(world, found);
    return true;
  },
};

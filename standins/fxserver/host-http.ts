import { type HttpHooks, type HttpOutcome, playRequest } from './http.ts';
import type { Resource } from './resource.ts';
import { passKillPoint, type Server } from './server.ts';
import { Killed, type Plain } from './vm.ts';
import { decodeWire, encodeWire, escapeText, unescapeBytes, unescapeText } from './wire.ts';

/** Starts a request of a resource and returns its number. The callback comes later, in another turn. */
export function performHttp(server: Server, resource: Resource, args: string[], follow: boolean): Plain {
  const [address = '', method = 'GET', data = '', head = ''] = args;
  const url = unescapeText(address);
  passKillPoint(server, 'http:before', resource.name, url, unescapeText(data));
  const given = decodeWire(head);
  const headers: Record<string, string> = {};
  if (typeof given === 'object' && !Array.isArray(given)) {
    for (const [k, v] of Object.entries(given)) if (typeof v === 'string') headers[k] = v;
  }
  server.lastRequest += 1;
  const id = server.lastRequest;
  const { life } = resource;
  const { clock } = server.world;
  const quietly = (fn: () => void): void => {
    try {
      fn();
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  };
  const request = { url, method: unescapeText(method).toUpperCase(), body: unescapeBytes(data), headers, follow };
  const hooks: HttpHooks = {
    timer: (ms, fn) => clock.timer(ms, fn),
    sent: () => quietly(() => passKillPoint(server, 'http:sent', resource.name, url, unescapeText(data))),
  };
  const answer = (outcome: HttpOutcome): void =>
    quietly(() => {
      const body = outcome.body ?? outcome.failure ?? Buffer.alloc(0);
      passKillPoint(server, 'http:answered', resource.name, url, body.toString('utf8'));
      if (resource.life !== life || !resource.vm) return;
      resource.vm.enter(
        clock.now(),
        'http',
        id,
        outcome.status,
        outcome.body && escapeText(outcome.body),
        encodeWire(outcome.headers),
        outcome.failure && escapeText(outcome.failure),
      );
      clock.onChange();
    });
  if (server.world.play) {
    playRequest(server.world.play, request, hooks, answer);
    return id;
  }
  const work = server.http
    .perform(request, hooks)
    .then(answer)
    .finally(() => server.inFlight.delete(work));
  server.inFlight.add(work);
  return id;
}

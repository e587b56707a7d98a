import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type City, type CityOptions, startCity } from './fxserver.ts';

/** The small resource that runs a test's code. */
const BASIC = new URL('./fixtures/basic', import.meta.url).pathname;

export interface TestCity extends City {
  /** Runs a Lua chunk in its own thread and returns its result through JSON. Rejects when it raised. */
  lua(code: string, waitMs?: number): Promise<unknown>;
}

/** A city in virtual time with its own folder, which `close` removes. */
export async function testCity(options: Partial<CityOptions> = {}): Promise<TestCity> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'vitrine-city-'));
  const city = await startCity({ framework: 'none', clock: 'virtual', resourceDir: BASIC, ...options, dataDir });
  let last = 0;
  const { close } = city;
  return Object.assign(city, {
    async lua(code: string, waitMs = 20_000): Promise<unknown> {
      last += 1;
      const start = `[script:${options.resourceName ?? 'basic'}] answer ${last}:${city.server.bootTime} `;
      city.emit('fixture:run', `${last}:${city.server.bootTime}`, code);
      const end = city.clock.now() + waitMs;
      let line: string | undefined;
      do {
        await city.advance(20);
        line = city.consoleLines.findLast((l) => l.startsWith(start));
      } while (line === undefined && city.clock.now() < end);
      if (line === undefined) throw new Error(`no answer within ${waitMs} ms of city time`);
      const { ok, result } = JSON.parse(line.slice(start.length));
      if (!ok) throw new Error(String(result));
      return result;
    },
    async close() {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  });
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type City, type CityOptions, startCity } from './fxserver.ts';

/** The small resource that runs what a test sends it. */
const BASIC = new URL('./fixtures/basic', import.meta.url).pathname;

export interface TestCity extends City {
  /** Runs a Lua chunk in a thread of the fixture and gives what it returned through JSON; rejects when it raised. */
  lua(code: string, waitMs?: number): Promise<unknown>;
}

/** A city in virtual time with a folder of its own. `close` also removes the folder. */
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

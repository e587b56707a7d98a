import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startLiveMta } from '../../../standins/mta/live.ts';
import { Platform } from '../../fivem/test/platform.ts';
import { resourceDir } from './played-mta.ts';

it('delivers over a real connection, in real time', async () => {
  const platform = new Platform();
  const http = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const names = ['X-Vitrine-Server', 'X-Vitrine-Time', 'X-Vitrine-Nonce', 'X-Vitrine-Signature'];
      const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name.toLowerCase()])]));
      const answer = platform.handle(request.url ?? '', request.method ?? '', body, headers);
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-mta-'));
  const server = await startLiveMta({
    folder,
    resourceDir,
    accounts: [{ name: 'Ana' }],
    files: {
      'config.lua': `${readFileSync(join(resourceDir, 'config.lua'), 'utf8')}
Config.Token = '${platform.token}'
Config.Url = 'http://127.0.0.1:${(http.address() as AddressInfo).port}'`,
    },
  });
  onTestFinished(async () => {
    server.close();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });
  const player = { identity: { kind: 'mta_account', value: 'Ana' } };
  platform.due.push({ id: 'x', action: 'add_group', args: { group: 'Família Ouro' }, player });
  await expect.poll(() => platform.result('x')?.code, { timeout: 30_000 }).toBe('ok');
  expect(server.world.disk.groups['Família Ouro']?.objects).toEqual(['user.Ana']);
  expect(platform.refused).toEqual([]);
  expect(server.world.errors).toEqual([]);
});

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { environment, isStopped, node24, root, start } from './run.mjs';

/** Resolves when the server says that it is ready, after any time; false if it ended before. */
async function untilReady(address, ended) {
  while (!ended() && !isStopped()) {
    const ready = await fetch(`${address}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return true;
    await delay(50);
  }
  return false;
}

/** Waits for the server, connects the demo stores to the outside, and prints the addresses. */
export async function announce({ env, standins, ended }) {
  const port = env.PORT || '3000';
  const address = `http://127.0.0.1:${port}`;
  const domain = env.VITRINE_DOMAIN || 'vitrine.localhost';
  const panel = env.VITRINE_PUBLIC_URL || `http://${domain}:${port}`;
  if (!(await untilReady(address, ended))) return;
  const file = join(env.VITRINE_DATA, 'demo.json');
  const access = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  let problem;
  if (access && standins) problem = await connect({ address, panel, file, standins });
  const shopAt = (subdomain) => subdomain && panel.replace('://', `://${subdomain}.`);
  const shop = shopAt(access?.subdomain);
  const second = shopAt(access?.minecraft);
  if (access && standins) {
    const { pages, tokens } = standins;
    publish(env.VITRINE_DATA, { address, panel, shop, second, owner: access, pages, tokens, problem: problem ?? null });
  }
  const lines = [
    '',
    'Vitrine is ready.',
    `  Panel        ${panel}/login`,
    ...(access ? [`  Demo store   ${shop}   (FiveM)`] : []),
    ...(second ? [`               ${second}   (Minecraft)`] : []),
    ...(access ? [`  Demo owner   ${access.email}   password ${access.password}`] : []),
    ...(standins
      ? [
          '  Stand-ins of the outside world:',
          `    Mercado Pago ${standins.pages.mercadoPago}   (a token to try: ${standins.tokens.free})`,
          `    Discord      ${standins.pages.discord}`,
          `    City         ${standins.pages.city}`,
          `    Minecraft    ${standins.pages.minecraft}`,
          `    Mail         ${standins.pages.mail}`,
        ]
      : []),
    ...(problem ? [`  The demo stores could not be connected: ${problem}`] : []),
    '',
  ];
  console.log(lines.join('\n'));
}

/**
 * Writes the same addresses into a file, for programs. The file appears when everything is connected. Only this user can read it,
 * because it has a password.
 */
function publish(folder, addresses) {
  const file = join(folder, 'addresses.json');
  writeFileSync(`${file}.new`, JSON.stringify(addresses, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

async function connect({ address, panel, file, standins }) {
  const { child, done } = start(
    node24(),
    [
      join(root, 'standins', 'connect-demo.ts'),
      ...['--product', address, '--url', panel, '--access', file],
      ...['--discord', standins.pages.discord],
      ...['--city', standins.pages.city, '--payment-token', standins.tokens.demo],
      ...['--minecraft', standins.pages.minecraft, '--minecraft-payment-token', standins.tokens.minecraft],
    ],
    { env: environment(), stdio: ['ignore', 'inherit', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  if ((await done) === 0) return undefined;
  return /^\w*Error: (.*)$/m.exec(said)?.[1] ?? (said.trim().split('\n').at(-1) || 'no reason given');
}

import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { startDiscord } from './discord/discord.ts';
import { startSimulation } from './fxserver/simulate.ts';
import { startGoogle } from './google/google.ts';
import { startMercadoPago } from './mercado-pago/mercado-pago.ts';
import { DEMO_SELLER } from './mercado-pago/state.ts';
import { startMinecraftLight } from './minecraft-light/minecraft-light.ts';
import { startPush } from './push/push.ts';
import { startSmtp } from './smtp/smtp.ts';

/**
 * The outside services on this machine, for demo and development. Each stand-in has its own port, counted up from
 * STANDINS_PORT (0: free ones). Prints one line of JSON with the product's variables and the addresses for people.
 */
const first = Number(process.env.STANDINS_PORT ?? 0);
const portOf = (index: number): number => (first === 0 ? 0 : first + index);
const port = process.env.PORT || '3000';
const panel = process.env.VITRINE_PUBLIC_URL || `http://${process.env.VITRINE_DOMAIN || 'vitrine.localhost'}:${port}`;
const data = process.env.VITRINE_DATA || 'data';

/** The platform's own account, for plans, that of the second demo store, and one with a token for new owners. */
const PLATFORM_SELLER = {
  token: 'APP_USR-9988776655443322-112026-0fedcba90fedcba90fedcba90fedcba9-200100301',
  userId: 200_100_301,
  nickname: 'VITRINE',
  email: 'financeiro@vitrine-demo.com.br',
};
const CRAFT_SELLER = {
  token: 'APP_USR-5566778899001122-112026-cafecafecafecafecafecafecafecafe-200100303',
  userId: 200_100_303,
  nickname: 'AURORA CRAFT',
  email: 'vendas@aurora-craft.com.br',
};
const FREE_SELLER = {
  token: 'APP_USR-1029384756102938-112026-abad1deaabad1deaabad1deaabad1dea-200100302',
  userId: 200_100_302,
  nickname: 'LOJA NOVA',
  email: 'vendas@loja-nova.com.br',
};

/** Only one process may own the city's files: a Linux abstract socket with the folder's name ends with its owner. */
async function ownFolder(folder: string): Promise<void> {
  const name = `\0vitrine-standins-${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 32)}`;
  const lock = createServer((socket) => socket.destroy());
  await new Promise<void>((settle, reject) => {
    lock.once('error', reject);
    lock.listen(name, settle);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    console.error(`Vitrine already runs on ${resolve(folder)}. Stop it first, or set VITRINE_DATA to another folder.`);
    process.exit(1);
  });
  lock.unref();
}
await ownFolder(data);

const [mercadoPago, discord, google, smtp, city, push, minecraft] = await Promise.all([
  startMercadoPago({ port: portOf(0), sellers: [DEMO_SELLER, PLATFORM_SELLER, FREE_SELLER, CRAFT_SELLER] }),
  startDiscord({
    port: portOf(1),
    redirectUris: [`${panel}/profile`, `${panel}/v1/customer/discord/return`],
  }),
  startGoogle({ port: portOf(2), redirectUris: [`${panel}/profile`] }),
  startSmtp({ port: portOf(3), webPort: portOf(4) }),
  startSimulation({ port: portOf(5), dataDir: join(data, 'standins', 'city'), framework: 'creative4-summerz' }),
  startPush({ port: portOf(6) }),
  startMinecraftLight({ port: portOf(7), dataDir: join(data, 'standins', 'minecraft') }),
]);

const env = {
  MERCADOPAGO_API_URL: mercadoPago.url,
  MERCADOPAGO_ACCESS_TOKEN: PLATFORM_SELLER.token,
  DISCORD_API_URL: discord.apiUrl,
  DISCORD_AUTHORIZE_URL: discord.authorizeUrl,
  DISCORD_CDN_URL: discord.cdnUrl,
  DISCORD_CLIENT_ID: discord.clientId,
  DISCORD_CLIENT_SECRET: discord.clientSecret,
  DISCORD_BOT_TOKEN: discord.botToken,
  DISCORD_PUBLIC_KEY: discord.publicKey,
  GOOGLE_CLIENT_ID: google.clientId,
  GOOGLE_CLIENT_SECRET: google.clientSecret,
  GOOGLE_AUTHORIZE_URL: google.authorizeUrl,
  GOOGLE_TOKEN_URL: google.tokenUrl,
  SMTP_URL: smtp.url,
  PUSH_SERVICE_URL: push.url,
};
const pages = {
  mercadoPago: mercadoPago.url,
  discord: discord.url,
  google: google.url,
  mail: smtp.webUrl,
  city: city.url,
  push: push.url,
  minecraft: minecraft.url,
};
const tokens = { demo: DEMO_SELLER.token, minecraft: CRAFT_SELLER.token, free: FREE_SELLER.token };
console.log(JSON.stringify({ env, pages, tokens }));

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await Promise.allSettled(
    [mercadoPago, discord, google, smtp, city, push, minecraft].map((standin) => standin.close()),
  );
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());

import { Writable } from 'node:stream';
import fastify, { LogController } from 'fastify';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('addresses are logged as patterns: the log holds neither the key of notices nor an order', async () => {
  let written = '';
  const log = createLog(
    'debug',
    new Writable({
      write(chunk, _encoding, done) {
        written += chunk;
        done();
      },
    }),
  );
  const app = fastify({ loggerInstance: log, logController: new LogController({ disableRequestLogging: true }) });
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send());
  app.addHook('onResponse', async (request) => request.log.info({ req: request }, 'answered'));
  app.post('/webhooks/mercadopago/:storeId/:key', async () => ({}));
  app.get('/*', async () => 'a page');
  await app.inject({ method: 'POST', url: '/webhooks/mercadopago/loja/chave-secreta?data.id=1', payload: {} });
  await app.inject('/success/ped-segredo?a=1');
  await app.inject({ method: 'PUT', url: '/nowhere/segredo-tambem' });
  await app.close();
  expect(written).toContain('"path":"/webhooks/mercadopago/:storeId/:key"');
  expect(written).toContain('"path":"/success/*"');
  for (const secret of ['chave-secreta', 'ped-segredo', 'segredo-tambem', 'data.id'])
    expect(written).not.toContain(secret);
});

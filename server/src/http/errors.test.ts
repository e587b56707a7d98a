import { text } from '@vitrine/contract/common';
import { errors } from '@vitrine/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../test/app.ts';
import { describeFailure, Refusal } from './errors.ts';

const Body = z.object({ name: text(5, 'O nome deve ter até 5 caracteres.'), count: z.number() });

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    features: [
      (scope, deps) => {
        const config = { access: 'public' as const };
        scope.post('/v1/sample', { schema: { body: Body }, config }, () => ({ success: true }));
        scope.get('/v1/refused', { config }, () => {
          throw new Refusal('rate_limited', { retryAfter: 7 });
        });
        scope.get('/v1/broken', { config }, () => {
          throw new Error('secret detail of select * from account');
        });
        scope.get('/v1/database', { config }, async () => {
          const { sql } = await import('kysely');
          await sql`do $$ begin raise exception 'bye' using errcode = '57P01'; end $$`.execute(deps.db);
        });
      },
    ],
  });
});
afterAll(() => app.close());

test('a refusal gets its text and status from the error table', async () => {
  const answer = await app.get('/v1/refused');
  expect(answer.status).toBe(429);
  expect(answer.headers['retry-after']).toBe('7');
  expect(answer.json()).toMatchObject({ success: false, code: 'rate_limited', error: errors.rate_limited.text });
});

test('our own text in a schema reaches the person with its field; zod’s English does not', async () => {
  const own = await app.post('/v1/sample', { name: 'too long', count: 1 });
  expect(own.status).toBe(errors.validation_failed.status);
  expect(own.json()).toMatchObject({
    error: 'O nome deve ter até 5 caracteres.',
    code: 'validation_failed',
    field: 'name',
  });
  const builtIn = await app.post('/v1/sample', { name: 'ok', count: '1' });
  expect(builtIn.json()).toMatchObject({ error: errors.invalid_request.text, code: 'invalid_request' });
});

test('an unknown error shows no details', async () => {
  const answer = await app.get('/v1/broken');
  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain('secret');
  expect(answer.json()).toMatchObject({ success: false, code: 'internal', error: errors.internal.text });
  expect(answer.json().requestId).toBe(answer.headers['x-request-id']);
});

test.each([
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }),
  Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }),
  Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Client was closed and is not queryable'),
])('a lost connection to the database is no fault of the request: $message', (error) => {
  expect(describeFailure(error)).toMatchObject({ status: 503, retryAfter: 2, body: { code: 'unavailable' } });
});

test('a database that goes away is 503 with Retry-After', async () => {
  const answer = await app.get('/v1/database');
  expect(answer.status).toBe(503);
  expect(answer.headers['retry-after']).toBe('2');
  expect(answer.json()).toMatchObject({ code: 'unavailable' });
});

describe('Fastify’s own refusals have our shape too', () => {
  test.each([
    ['unknown path', { method: 'GET', url: '/v1/nothing' }, 404, 'not_found'],
    ['broken JSON', { method: 'POST', url: '/v1/sample', type: 'application/json', body: '{' }, 400, 'invalid_request'],
    ['text', { method: 'POST', url: '/v1/sample', type: 'text/plain', body: 'x' }, 415, 'unsupported_media_type'],
    [
      'prototype',
      { method: 'POST', url: '/v1/sample', type: 'application/json', body: '{"__proto__":{}}' },
      400,
      'invalid_request',
    ],
    [
      'too much',
      { method: 'POST', url: '/v1/sample', type: 'application/json', body: `"${'x'.repeat(300_000)}"` },
      413,
      'payload_too_large',
    ],
    ['bad escape', { method: 'GET', url: '/v1/%zz' }, 400, 'invalid_request'],
  ] as const)('%s', async (_name, request, status, code) => {
    const answer = await app.app.inject({
      method: request.method,
      url: request.url,
      ...('type' in request ? { headers: { 'content-type': request.type }, payload: request.body } : {}),
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ success: false, code });
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });
});

test('readiness says no while draining, and every answer closes its connection', async () => {
  expect((await app.get('/readyz')).status).toBe(200);
  app.lifecycle.draining = true;
  const ready = await app.get('/readyz');
  const alive = await app.get('/healthz');
  app.lifecycle.draining = false;
  expect([ready.status, alive.status]).toEqual([503, 200]);
  expect(alive.headers.connection).toBe('close');
});

import { expect, test } from 'vitest';
import { components, jsonIn, licenceProblems, readAudit } from './components.mjs';

const library = (name: string, licenses: object[]) => ({ name, version: '1.0.0', licenses });

test('a licence that is not allowed is named, a choice needs one allowed, and an exception counts only for its library', () => {
  const list = [
    library('free', [{ license: { id: 'MIT' } }]),
    library('choice', [{ expression: '(GPL-3.0-only OR MIT)' }]),
    library('both', [{ expression: 'Apache-2.0 AND GPL-3.0-only' }]),
    library('@img/sharp-libvips-linux-x64', [{ license: { id: 'LGPL-3.0-or-later' } }]),
    library('other', [{ license: { id: 'LGPL-3.0-or-later' } }]),
    library('silent', []),
  ];
  expect(licenceProblems({ components: list })).toEqual([
    'both@1.0.0: licence GPL-3.0-only',
    'other@1.0.0: licence LGPL-3.0-or-later',
    'silent@1.0.0: licence unknown',
  ]);
});

test('the list of components has what runs in production with its hash, and none of our folders', async () => {
  const bom = await components();
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'vitrine' } } });
  const names = new Map(bom.components.map((one: { name: string; hashes?: unknown[] }) => [one.name, one]));
  expect(names.get('fastify')).toMatchObject({ hashes: [{ alg: 'SHA-512' }] });
  expect([names.has('server'), names.has('vitest')]).toEqual([false, false]);
  expect(licenceProblems(bom)).toEqual([]);
}, 60_000);

test('only high and critical advisories stop a change; a registry without advisories gives no report', () => {
  const of = (severity: string) => ({ name: severity, severity, range: '<2' });
  expect(readAudit({ vulnerabilities: { a: of('low'), b: of('high'), c: of('critical') } })).toEqual([
    'high <2: high',
    'critical <2: critical',
  ]);
  expect(
    readAudit(jsonIn('npm warn audit 405\n{"message": "405 Method Not Allowed", "statusCode": 405}')),
  ).toBeUndefined();
  expect(readAudit(jsonIn('npm error network'))).toBeUndefined();
});

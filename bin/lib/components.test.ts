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
    'both@1.0.0: licence GPL-3.0-only (allowed ones: bin/lib/components.mjs)',
    'other@1.0.0: licence LGPL-3.0-or-later (allowed ones: bin/lib/components.mjs)',
    'silent@1.0.0: licence unknown (allowed ones: bin/lib/components.mjs)',
  ]);
});

test('the list of components has every library that runs in production with its hash, and none of our folders', () => {
  const bom = components();
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'vitrine' } } });
  const names = new Map(bom.components.map((one) => [one.name, one]));
  expect(names.get('fastify')).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/fastify@\d/),
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  });
  // Libraries that only a workspace uses count too.
  expect(['zod', 'react', 'react-router', 'lru-cache'].filter((name) => !names.has(name))).toEqual([]);
  expect([names.has('server'), names.has('vitest')]).toEqual([false, false]);
  expect(licenceProblems(bom)).toEqual([]);
});

test('a licence in the lock that is not allowed is found wherever its library lies', () => {
  const lock = {
    name: 'vitrine',
    version: '1.0.0',
    packages: {
      'node_modules/free': { version: '1.0.0', license: 'MIT' },
      'server/node_modules/closed': { version: '2.0.0', license: 'GPL-3.0-only' },
      'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
    },
  };
  expect(licenceProblems(components(lock))).toEqual([
    'closed@2.0.0: licence GPL-3.0-only (allowed ones: bin/lib/components.mjs)',
  ]);
});

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

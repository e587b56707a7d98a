import { expect, test } from 'vitest';
import { librariesIn, partText } from './notices.mjs';

test('the copyright lines of a licence are separated from the shared text', () => {
  const text =
    'MIT License\n\nCopyright (c) 2020 Ana\n© 2021 Bia\n\nPermission is hereby granted\n  (c) You must retain';
  expect(partText(text)).toEqual({
    copyright: ['Copyright (c) 2020 Ana', '© 2021 Bia'],
    body: 'MIT License\n\nPermission is hereby granted\n  (c) You must retain',
  });
});

test('each version of a production library is listed once, without tools and our own folders', () => {
  const packages = {
    '': {},
    server: { version: '0.1.0' },
    'node_modules/@vitrine/server': { link: true },
    'node_modules/a': { version: '1.0.0', license: 'MIT' },
    'node_modules/b/node_modules/a': { version: '1.0.0', license: 'MIT' },
    'node_modules/c/node_modules/a': { version: '2.0.0' },
    'node_modules/tool': { version: '1.0.0', dev: true },
    'node_modules/for-linux': { version: '1.0.0', license: 'MIT', optional: true },
  };
  const found = librariesIn({ packages });
  expect(found.map(({ name, licence }: { name: string; licence: string }) => `${name}: ${licence}`)).toEqual([
    'a 1.0.0: MIT',
    'a 2.0.0: see its text',
    'for-linux 1.0.0: MIT',
  ]);
});

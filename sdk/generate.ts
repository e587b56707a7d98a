import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';
import { describeApi } from '../server/src/http/api-description.ts';

/**
 * Writes what the client and its checks need into `build/`: the types of all calls, and the programs of the README.
 * The types come from the table of calls, so no product has to run.
 */
const build = join(import.meta.dirname, 'build');
const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
const programs = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, program = '']) => program);
/** The programs of the README, in their order. */
const names = ['example.ts', 'game-example.ts', 'service-example.ts'];
if (programs.length !== names.length) throw new Error(`The README of the client has ${programs.length} programs.`);
const description = JSON.stringify(describeApi('https://vitrine.exemplo.com.br'));
// A field with a default may be left out of what is sent, and an answer names its own required fields.
const types = astToString(await openapiTypes(description, { defaultNonNullable: false }));
mkdirSync(build, { recursive: true });
writeFileSync(join(build, 'api.d.ts'), types);
for (const [at, name] of names.entries()) writeFileSync(join(build, name), programs[at] ?? '');

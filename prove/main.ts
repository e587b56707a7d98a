import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Length } from './lib/line.ts';
import { prove } from './lib/prove.ts';
import { printTable } from './lib/table.ts';
import { sections } from './sections/all.ts';

/**
 * Tests a running product from outside and says which promises of docs/security.md it held.
 * Usage: npm run prove -- [section …] [--without SECTION] [--line WORDS] [--short] [--json FILE] [--cases N] [--minutes N]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    line: { type: 'string', default: '' },
    without: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    cases: { type: 'string' },
    minutes: { type: 'string' },
  },
});
// Each started process adds a listener that ends it with this one.
process.setMaxListeners(0);
const unknown = [...positionals, ...values.without].filter(
  (name) => !sections.some((section) => section.name === name),
);
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(', ')}. There are: ${sections.map(({ name }) => name).join(' ')}`);
  process.exit(2);
}
const wholeNumber = (name: 'cases' | 'minutes') => {
  const value = values[name];
  if (value !== undefined && !/^[1-9]\d{0,5}$/.test(value)) {
    console.error(`--${name} is a whole number from 1.`);
    process.exit(2);
  }
  return value === undefined ? undefined : Number(value);
};
const length: Length = values.short ? 'short' : 'long';
const picked = sections.filter(
  ({ name }) => (positionals.length === 0 || positionals.includes(name)) && !values.without.includes(name),
);
const chosen = picked.map(({ name, lines }) => ({
  name,
  lines: lines.filter(({ title }) => title.toLowerCase().includes(values.line.toLowerCase())),
}));
if (chosen.every(({ lines }) => lines.length === 0)) {
  console.error(`No line is called ${values.line}.`);
  process.exit(2);
}
const results = await prove(chosen, {
  length,
  cases: wholeNumber('cases'),
  minutes: wholeNumber('minutes'),
}).catch((error: Error) => {
  console.error(`Nothing could be proved: ${error.message}`);
  process.exit(1);
});
printTable(results);
if (values.json) writeFileSync(values.json, `${JSON.stringify({ length, lines: results }, null, 2)}\n`);
process.exit(results.length > 0 && results.every(({ held }) => held !== false) ? 0 : 1);

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { librariesIn } from './notices.mjs';
import { capture, environment, root } from './run.mjs';

/** The allowed licences of libraries, besides the exceptions below. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  '0BSD',
  'CC0-1.0',
  'Unlicense',
]);
/** Exceptions, each with its reason. */
const EXCEPTIONS = [
  // libvips as an unchanged shared library, loaded by sharp, as its licence demands.
  { name: /^@img\/sharp-/, licence: 'LGPL-3.0-or-later' },
  // Its package.json names no licence; its LICENSE file is MIT's.
  { name: /^png-js$/, licence: '' },
];

/** The npm that the launcher found, or the one on the PATH. */
function npm(...args) {
  const path = process.env.npm_execpath;
  const command = path ? process.execPath : 'npm';
  return capture(command, path ? [path, ...args] : args, {
    env: environment({
      npm_config_loglevel: 'silent',
      npm_config_fetch_retries: '0',
      npm_config_fetch_timeout: '15000',
    }),
  });
}

/** The JSON of an npm command, without the warnings before it; undefined if there is none. */
export function jsonIn(output) {
  const at = output.search(/^\{/m);
  if (at === -1) return undefined;
  try {
    return JSON.parse(output.slice(at, output.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

const hex = (integrity) => Buffer.from(integrity.slice(integrity.indexOf('-') + 1), 'base64').toString('hex');

/**
 * The product's parts as CycloneDX: every library of the lock file that runs in production, with version, hash and
 * licence, without our own folders. `npm sbom` leaves out libraries that only workspaces use, so we read the lock.
 */
export function components(lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))) {
  const list = librariesIn(lock).map(({ path, name }) => {
    const { version, license, integrity } = lock.packages[path];
    const at = name.slice(0, -version.length - 1);
    const purl = `pkg:npm/${at.replace('@', '%40')}@${version}`;
    return {
      type: 'library',
      'bom-ref': purl,
      name: at,
      version,
      purl,
      ...(integrity && { hashes: [{ alg: 'SHA-512', content: hex(integrity) }] }),
      licenses: license ? [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }] : [],
    };
  });
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { type: 'application', name: lock.name, version: lock.version } },
    components: list,
  };
}

/** A component's licence terms: `["Apache-2.0", "LGPL-3.0-or-later"]`. Of a choice (`OR`), the first allowed one. */
function termsOf({ licenses = [] }) {
  const text = licenses
    .map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
    .join(' AND ');
  return text
    .split(' AND ')
    .map((term) => term.replace(/[()]/g, '').split(' OR '))
    .map((choice) => choice.find((one) => ALLOWED.has(one)) ?? choice[0]);
}

/** The file that allows licences. The message about a refused licence names it. */
const ALLOWED_IN = 'bin/lib/components.mjs';

/** Components without an allowed licence, one line each. */
export function licenceProblems({ components: list }) {
  return list.flatMap((one) => {
    const refused = termsOf(one).filter(
      (term) => !ALLOWED.has(term) && !EXCEPTIONS.some(({ name, licence }) => name.test(one.name) && licence === term),
    );
    return refused.length === 0
      ? []
      : [`${one.name}@${one.version}: licence ${refused.join(' and ') || 'unknown'} (allowed ones: ${ALLOWED_IN})`];
  });
}

/**
 * High and critical advisories about what runs in production, one line each. Undefined if the registry has no such
 * service. That is printed and does not count as a failure.
 */
export async function advisories() {
  const { output } = await npm('audit', '--omit=dev', '--json');
  return readAudit(jsonIn(output));
}

/** The lines of an `npm audit --json` report; undefined if the answer is no report. */
export function readAudit(report) {
  if (!report?.vulnerabilities) return undefined;
  return Object.values(report.vulnerabilities)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity, range }) => `${name} ${range}: ${severity}`);
}

/** `npm run components`: prints the list. */
export async function printComponents() {
  console.log(JSON.stringify(components(), null, 2));
  return 0;
}

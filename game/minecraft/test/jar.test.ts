import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jarPath, jdk, jdkOfTheJar, makeJar, standinClasses } from '../jar.ts';

const version = jdk();
const stubs = join(import.meta.dirname, '..', 'stubs');
/** Methods that the server calls in the plugin, and members that the compiler makes by itself. */
const OURS =
  /^(onEnable|onDisable|onCommand|execute|hasPermission|priority|LOWEST|values|valueOf|\$values|\$VALUES|<init>|static)$/;

/** These classes inherit methods of the server's plugin class, and call them as their own. */
const PLUGINS = ['app.vitrine.bukkit.VitrinePlugin', 'app.vitrine.bungee.BungeePlugin'];

const run = (command: string, args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 << 20 });
  if (status !== 0) throw new Error(stderr);
  return stdout;
};

const classesOf = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => name.endsWith('.class'))
    .map((name) => join(folder, name));

interface Stub {
  parents: string[];
  members: Set<string>;
}

/** Classes as javap shows them: members as `name:descriptor`, and what each class extends. */
function readClasses(args: string[]): Map<string, Stub> {
  const found = new Map<string, Stub>();
  let stub: Stub = { parents: [], members: new Set() };
  let name = '';
  for (const line of run('javap', ['-s', '-p', ...args]).split('\n')) {
    const head = /^(?:\w+ )*(?:class|interface) ([\w.$]+)(?:<.*?>)?(.*)\{$/.exec(line);
    if (head) {
      const parents = (head[2] ?? '').replace(/<.*>/g, '').replace(/extends|implements/g, ',');
      stub = {
        parents: parents
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean),
        members: new Set(),
      };
      found.set(head[1] as string, stub);
      continue;
    }
    const member = /^ {2}(?:.* )?([\w.$]+)(?:\(.*\))?(?: throws .*)?;$/.exec(line);
    if (member) name = (member[1] as string).includes('.') ? '<init>' : (member[1] as string);
    const descriptor = /^ {4}descriptor: (.*)$/.exec(line);
    if (descriptor) stub.members.add(`${name}:${descriptor[1]}`);
  }
  return found;
}

/** Everything outside the jar and Java that its classes call, as `class`, `name:descriptor`. */
function callsOfJar(): [string, string][] {
  const names = run('jar', ['tf', jarPath])
    .split('\n')
    .filter((one) => one.endsWith('.class'))
    .map((one) => one.slice(0, -6).replaceAll('/', '.'));
  const text = run('javap', ['-v', '-p', '-cp', `${jarPath}:${standinClasses()[1]}`, ...names]);
  const calls = [
    ...text.matchAll(/= (?:Interface)?(?:Methodref|Fieldref) +\S+ +\/\/ ([\w/$]+)\."?([\w<>$]+)"?:(\S+)/g),
  ];
  return calls
    .map(([, owner, name, descriptor]): [string, string] => [
      String(owner).replaceAll('/', '.'),
      `${name}:${descriptor}`,
    ])
    .filter(([owner]) => PLUGINS.includes(owner) || !/^(java|javax|app\.vitrine)\./.test(owner));
}

describe.skipIf(version === undefined)('vitrine.jar (needs a JDK)', () => {
  it.skipIf(version !== jdkOfTheJar)(`is what its sources give (with JDK ${jdkOfTheJar})`, { timeout: 180_000 }, () => {
    expect(makeJar().equals(readFileSync(jarPath)), 'The jar is old: npm run jar').toBe(true);
  });

  it('calls nothing outside Java that is not in the stubs, and the stubs hold nothing else', () => {
    const stubs = readClasses(classesOf(standinClasses()[1] as string));
    const all = new Map([...stubs, ...readClasses(['-cp', jarPath, ...PLUGINS])]);
    const used = new Set<string>();
    const find = (owner: string, member: string): boolean => {
      const stub = all.get(owner);
      if (!stub) return false;
      if (stub.members.has(member)) {
        used.add(`${owner}.${member}`);
        return true;
      }
      return stub.parents.some((parent) => find(parent, member));
    };
    const calls = callsOfJar();
    expect(calls.length).toBeGreaterThan(60);
    const inherited = /^(ordinal|name|hashCode|toString|equals|getClass):/;
    const foreign = ([owner, member]: [string, string]) => !find(owner, member) && !inherited.test(member);
    expect(calls.filter(foreign)).toEqual([]);
    const unused = [...stubs].flatMap(([owner, { members }]) =>
      [...members].map((member) => `${owner}.${member}`).filter((one) => !used.has(one)),
    );
    expect(unused.filter((one) => !OURS.test(/\.([^.:]+):/.exec(one)?.[1] ?? ''))).toEqual([]);
  });

  it('holds no class of anybody else', () => {
    const names = run('jar', ['tf', jarPath]).split('\n');
    expect(names.filter((name) => name.endsWith('.class') && !name.startsWith('app/vitrine/'))).toEqual([]);
  });

  it('has stubs that each say where the published source is', () => {
    const files = (readdirSync(stubs, { recursive: true }) as string[]).filter((name) => name.endsWith('.java'));
    const silent = files.filter((name) => {
      const text = readFileSync(join(stubs, name), 'utf8');
      return !new RegExp(
        `/\\*\\* Signatures of [\\w/-]+, [\\w/-]+/${name.replaceAll('/', '\\/')}, [0-9a-f]{12} \\(`,
      ).test(text);
    });
    expect(silent).toEqual([]);
  });
});

describe('the sources of the Minecraft plugin', () => {
  it('are short files', () => {
    const folder = join(import.meta.dirname, '..', 'plugin');
    const files = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith('.java'));
    const long = files.filter((name) => readFileSync(join(folder, name), 'utf8').split('\n').length > 341);
    expect(long).toEqual([]);
  });
});

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

const FOLDER = import.meta.dirname;
/** The jar that owners install. It is checked in, because whoever starts the product needs no JDK. */
export const jarPath = join(FOLDER, 'vitrine.jar');
/** 1 January 2026, midnight, as zip files write it: the same sources give the same bytes on every machine. */
const DATE = ((2026 - 1980) << 9) | (1 << 5) | 1;
const UTF8 = 0x800;
/** The JDK that makes the jar. Another javac may write other bytes for the same sources. */
export const jdkOfTheJar = '17';

/** The main version of the JDK here, `17`; undefined without one. */
export function jdk(): string | undefined {
  const { status, stdout } = spawnSync('javac', ['-version'], { encoding: 'utf8' });
  return status === 0 ? /^javac (\d+)/.exec(stdout)?.[1] : undefined;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) =>
      join(one.parentPath, one.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

const sourcesOf = (folder: string): string[] =>
  filesBelow(folder)
    .filter((name) => name.endsWith('.java'))
    .map((name) => join(folder, name));

function compile(sources: string[], classpath: string[], into: string): string {
  mkdirSync(into, { recursive: true });
  const options = ['--release', '17', '-encoding', 'UTF-8', '-Xlint:all', '-Werror', '-g:source,lines', '-proc:none'];
  // javac ends within seconds, so the second stage of the JVM's own compiler would cost more than it saves.
  const quick = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC'];
  const path = classpath.length > 0 ? ['-cp', classpath.join(':')] : [];
  const done = spawnSync('javac', [...quick, ...options, ...path, '-d', into, ...sources], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`javac: ${done.stdout}${done.stderr}`);
  return into;
}

const compileStubs = (into: string): string => compile(sourcesOf(join(FOLDER, 'stubs')), [], join(into, 'stubs'));

/**
 * Compiles the server that stands in for a real one, once for these sources on this machine. Answers the folders of its
 * classes: its own, then the signatures of Bukkit and other plugins.
 */
export function standinClasses(): string[] {
  const json = join(FOLDER, 'plugin', 'app', 'vitrine', 'base', 'Json.java');
  const sources = [...sourcesOf(join(FOLDER, '..', '..', 'standins', 'minecraft', 'java')), json];
  const hash = createHash('sha256');
  for (const file of [...sources, ...sourcesOf(join(FOLDER, 'stubs'))]) hash.update(file).update(readFileSync(file));
  const into = join(tmpdir(), `vitrine-standin-${hash.digest('hex').slice(0, 16)}`);
  if (!existsSync(into)) {
    const made = mkdtempSync(`${into}-`);
    compile(sources, [compileStubs(made)], join(made, 'standin'));
    try {
      renameSync(made, into);
    } catch {
      // Another process was first.
      rmSync(made, { recursive: true, force: true });
    }
  }
  return [join(into, 'standin'), join(into, 'stubs')];
}

/** Compiles the tests that look into the jar's own packages. */
export function compileTests(into: string): void {
  compile(sourcesOf(join(FOLDER, 'test', 'java')), [jarPath], into);
}

interface Entry {
  name: string;
  bytes: Buffer;
}

/** A zip file without compression, because another version of a compressor would write other bytes. */
function zip(entries: Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8, 2);
    common.writeUInt16LE(DATE, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, path, bytes);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, path);
    offset += 4 + common.length + path.length + bytes.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}

/** The bytes of the jar, from its sources. The stubs are not in it. */
export function makeJar(): Buffer {
  const into = mkdtempSync(join(tmpdir(), 'vitrine-jar-'));
  try {
    const plugin = compile(sourcesOf(join(FOLDER, 'plugin')), [compileStubs(into)], join(into, 'plugin'));
    const entries = [plugin, join(FOLDER, 'resources')].flatMap((folder) =>
      filesBelow(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) })),
    );
    entries.sort((one, other) => (one.name < other.name ? -1 : 1));
    return zip([{ name: 'META-INF/MANIFEST.MF', bytes: Buffer.from('Manifest-Version: 1.0\r\n\r\n') }, ...entries]);
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

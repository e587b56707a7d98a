import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureProgram } from './debian.mjs';
import { capture, root } from './run.mjs';

/** MTA speaks Lua 5.1; everything else here is Lua 5.4. */
const OLDER = /^(game|standins)\/mta\//;

/** Lua files that do not compile, one line each. `files` are paths from `folder`. */
export async function luaSyntax(folder, files) {
  // Not at the top: this file is read before the packages are installed.
  const { LuaFactory } = await import('wasmoon');
  const { Lua } = await import('wasmoon-lua5.1').then((found) => found.default ?? found);
  const [newer, older] = await Promise.all([new LuaFactory().createEngine(), Lua.create()]);
  try {
    return files
      .filter((file) => file.endsWith('.lua'))
      .flatMap((file) => syntaxProblem(OLDER.test(file) ? older : newer, folder, file));
  } finally {
    newer.global.close();
    older.global.close();
  }
}

function syntaxProblem(engine, folder, file) {
  engine.global.set('source', readFileSync(join(folder, file), 'utf8'));
  engine.global.set('file', `@${file}`);
  const problem = engine.doStringSync('local ok, why = (loadstring or load)(source, file) return ok and "" or why');
  return problem ? [problem] : [];
}

/**
 * The problems that luacheck finds in the resources, with the rules of game/.luacheckrc; undefined if luacheck is not
 * installed and cannot be installed.
 */
export async function luaLint() {
  const luacheck = await ensureProgram(['luacheck'], 'lua-check', 'the lint of the script');
  if (!luacheck) return undefined;
  const options = ['fivem/vitrine', 'mta/vitrine', '--no-color', '--quiet', '--formatter', 'plain'];
  const done = await capture(luacheck, options, { cwd: join(root, 'game') });
  return done.code === 0 ? [] : [done.output.trim()];
}

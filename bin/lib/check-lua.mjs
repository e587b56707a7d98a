import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureProgram } from './debian.mjs';
import { capture, root } from './run.mjs';

/** Lua files that do not compile, one line each. `files` are paths from `folder`. */
export async function luaSyntax(folder, files) {
  // Not at the top: this file is read before the packages are installed.
  const { LuaFactory } = await import('wasmoon');
  const engine = await new LuaFactory().createEngine();
  try {
    return files.filter((file) => file.endsWith('.lua')).flatMap((file) => syntaxProblem(engine, folder, file));
  } finally {
    engine.global.close();
  }
}

function syntaxProblem(engine, folder, file) {
  engine.global.set('source', readFileSync(join(folder, file), 'utf8'));
  engine.global.set('file', `@${file}`);
  const problem = engine.doStringSync('local ok, problem = load(source, file, "t") return ok and "" or problem');
  return problem ? [problem] : [];
}

/**
 * The problems that luacheck finds in the resource, with the rules of game/.luacheckrc; undefined where luacheck is not
 * installed and cannot be.
 */
export async function luaLint() {
  const luacheck = await ensureProgram(['luacheck'], 'lua-check', 'the lint of the script');
  if (!luacheck) return undefined;
  const options = ['fivem/vitrine', '--no-color', '--quiet', '--formatter', 'plain'];
  const done = await capture(luacheck, options, { cwd: join(root, 'game') });
  return done.code === 0 ? [] : [done.output.trim()];
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Minecraft } from '../../../standins/minecraft/server.ts';
import { jarPath, standinClasses } from '../../minecraft/jar.ts';
import type { Line } from '../check.ts';
import { Desk } from '../desk.ts';
import { type Rule, rules } from '../rules.ts';
import { runCheck } from '../run.ts';
import { serve } from '../serve.ts';
import type { Command } from '../wire.ts';

const TOKEN = 'vtr_0123456789abcdef0123456789abcdef';
const AWAY = { identity: { kind: 'minecraft_name', value: 'alex' } };
/** How many deliveries the scenario of the queue offers at once; below, the money of a delivery that a kill should meet. */
const QUEUE = 12;
const KILLED = 7;
/** Where the process dies in the deliveries that a kill should meet, one after the other. */
const POINTS = ['saved', 'before'];

/** Rules whose scenarios run one after the other against one server. Each part has its own server, because most of a run is waiting. */
const parts: { only: Rule[]; long?: boolean }[] = [
  {
    only: [
      ...([
        'results-until-settled',
        'once',
        'two-answers',
        'deferred-free',
        'try-again',
        'too-large',
        'lists',
      ] as const),
      ...(['unknown-fields', 'who', 'bad-arguments', 'expired', 'cancel'] as const),
    ],
  },
  { only: ['unsigned-answer', 'redirect'] },
  { only: ['superseded', 'seat-waiting', 'retry-after', 'clock-skew'] },
  { only: ['backoff', 'wrong-key'] },
  { only: ['silence'], long: true },
  { only: ['journal-stays', 'kill-once', 'report-after-effect'] },
];

async function part({ only, long = false }: (typeof parts)[number]): Promise<Line[]> {
  const desk = new Desk(TOKEN, Date.now);
  const { address, close } = await serve(desk);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-check-'));
  const settings = join(folder, 'plugins', 'Vitrine');
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, 'config.yml'), `chave: '${TOKEN}'\nendereco: '${address}'\n`);
  const start = () => Minecraft.start({ folder, jar: jarPath, classpath: standinClasses() });
  let server = await start();
  try {
    await server.join('Alex');
    await server.quit('Alex');
    await server.join('Steve');
    const offer = desk.offer.bind(desk);
    let paid = 0;
    // A delivery takes a few milliseconds here, so the game is slow or dies when a scenario needs a moment within one.
    desk.offer = (...commands: Command[]) => {
      if (commands.length === QUEUE) server.ask('freeze', { ms: 2500 }).catch(() => undefined);
      if (commands.length === 1 && commands[0]?.args?.amount === KILLED) {
        const at = paid % 2 === 1 ? POINTS[(paid - 1) / 2] : undefined;
        if (at) server.dieAt(at).catch(() => undefined);
        paid += 1;
      }
      offer(...commands);
    };
    const restart = async () => {
      await server.kill();
      server = await start();
      await server.join('Steve');
    };
    const enter = async () => {
      await server.join('Bia');
      await server.quit('Bia');
    };
    const time = { now: Date.now, wait: (ms: number) => wait(ms) };
    return await runCheck(desk, time, { away: AWAY, restart, enter, long, command: 'say oi' }, { only });
  } finally {
    await server.kill();
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const RANK = ['not held', 'held', 'not tried'];

/** Runs everything against the jar in servers that stand in, side by side. One line for each rule, with its worst verdict. */
export async function checkMinecraft(): Promise<Line[]> {
  // Compiled once, before several servers want it.
  standinClasses();
  const all = (await Promise.all(parts.map(part))).flat();
  const rank = ({ verdict }: Line) => RANK.indexOf(verdict);
  return (Object.keys(rules) as Rule[]).map((rule) => {
    const lines = all.filter((line) => line.rule === rule).sort((one, other) => rank(one) - rank(other));
    return lines[0] as Line;
  });
}

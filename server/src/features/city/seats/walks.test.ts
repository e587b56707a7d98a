import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { GameClient, result } from '../../../test/game-client.ts';
import { makeStore } from '../../../test/make.ts';
import { makeProduct } from '../../../test/make-catalog.ts';
import { makeSold, on } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';

/**
 * Random walks of three scripts with one token: the city, another machine, and a copy of the city's folder. They start,
 * die, fall silent and come back, and the owner approves and refuses. Time is the rows' own: a tick makes them older.
 */

answerPollsAtOnce();

const WALKS = 5;
const TICKS = 30;
/** A calm script asks this often, in seconds. */
const TICK = 12;
/** The owner's time for a silent server, in minutes. */
const SILENCE = 5;
/** Some hundred requests, on a machine that may be busy. In ms. */
const PATIENCE = 300_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
});
afterAll(() => app.close());

/** Numbers from 0 to 1 that are the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A game script as sync.lua behaves: hello until it is seated, then sync, and hello again after a refusal. */
class Script {
  alive = false;
  /** Its machine runs, and its words do not reach us. */
  mute = false;
  /** Ticks since it spoke last. */
  silent = Number.POSITIVE_INFINITY;
  /** Ticks in a row in which it spoke. */
  speaking = 0;
  #connected = false;
  readonly name: string;
  readonly client: GameClient;

  constructor(name: string, client: GameClient) {
    this.name = name;
    this.client = client;
  }

  start(): void {
    this.client.boot = `${this.name}-${Math.random().toString(16).slice(2).padEnd(12, '0')}`;
    this.alive = true;
    this.#connected = false;
    this.speaking = 0;
  }

  stop(): void {
    this.alive = false;
    this.speaking = 0;
  }

  /** One poll: whether it got work. It does the work and reports it. */
  async poll(): Promise<boolean> {
    if (!this.#connected) {
      const { status, body } = await this.client.hello();
      expect(status).toBe(200);
      if (body.seat === 'waiting') return false;
      this.#connected = true;
    }
    const { status, body } = await this.client.sync();
    if (status !== 200) {
      expect(body.code).toMatch(/^(invalid_request|superseded)$/);
      this.#connected = false;
      return false;
    }
    await this.client.report(...body.commands.map((command) => result(command)));
    return body.commands.length > 0;
  }
}

test.each(Array.from({ length: WALKS }, (_, index) => index + 1))(
  'walk %i: nobody delivers without a right to it, and the city delivers on',
  async (seed) => {
    const random = numbers(seed);
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
    const store = await makeStore(app.db, app.deps.config.secret);
    await sql`update game_seat set silence_minutes = ${SILENCE} where store_id = ${store.id}`.execute(app.db);
    const [city, other, copy] = ['city', 'other', 'copy'].map(
      (name) => new Script(name, new GameClient(app, store.apiToken)),
    ) as [Script, Script, Script];
    const scripts = [city, other, copy];
    copy.client.journal = city.client.journal;
    const product = await makeProduct(app.db, store.id);
    const log: string[] = [];
    const say = (text: string) => log.push(text);
    const journalOf = (script: Script) => script.client.journal;

    /** The script that delivered last, and the script that delivered before it. */
    let holder: Script = city;
    let former: Script | undefined;
    /** The journal that the owner approved last and that has delivered since; at the beginning the city's. */
    let approved = journalOf(city);
    /** Starts that the owner approved and that have not delivered yet. */
    const words = new Set<string>();
    const refused = new Set<string>();
    /** Ticks in which something was sold and nobody delivered, while the script that has the right spoke. */
    let off = 0;
    let client = 0;

    const claims = async () =>
      (
        await sql<{ id: string; journal: string; boot: string }>`
        select id, journal_id as journal, boot_id as boot from game_claim
         where store_id = ${store.id} and state in ('waiting', 'refused') order by first_seen_at, id`.execute(app.db)
      ).rows;
    const decide = async (accept: boolean) => {
      const claim = pick(await claims());
      if (!claim) return;
      const answer = await app.post(
        '/v1/servers/decide',
        { subdomain: store.subdomain, id: claim.id, accept },
        { token: store.token },
      );
      expect(answer.status).toBe(200);
      say(`${accept ? 'approves' : 'refuses'} ${claim.boot}`);
      // The owner's word about another journal holds over its restarts. Copies of the holder's journal differ by their start.
      const keys = [claim.boot, ...(claim.journal === journalOf(holder) ? [] : [claim.journal])];
      for (const key of keys) {
        words.delete(key);
        refused.delete(key);
        (accept ? words : refused).add(key);
      }
    };
    const has = (set: ReadonlySet<string>, script: Script) => set.has(script.client.boot) || set.has(journalOf(script));

    /** Whether this script may deliver now, by what people did and who spoke. */
    const mayDeliver = (script: Script): boolean => {
      if (script === holder || has(words, script)) return true;
      if (has(refused, script)) return false;
      const gone = holder.silent * TICK;
      if (journalOf(script) === journalOf(holder)) {
        // A restart, or a start that was taken for dead and speaks again.
        return gone >= TICK || script === former;
      }
      return journalOf(script) === approved || gone >= SILENCE * 60 - TICK;
    };

    const tick = async () => {
      await sql`update game_server set last_seen_at = last_seen_at - make_interval(secs => ${TICK}) where store_id = ${store.id}`.execute(
        app.db,
      );
      await sql`
      update game_claim set first_seen_at = first_seen_at - make_interval(secs => ${TICK}),
             heard_since = heard_since - make_interval(secs => ${TICK}), last_seen_at = last_seen_at - make_interval(secs => ${TICK})
       where store_id = ${store.id}`.execute(app.db);
      client += 1;
      await makeSold(app.db, store.id, { client, items: [{ product, actions: [on.money(5)] }] });
      const decided = words.size > 0;
      const right = holder;
      let delivered = false;
      for (const script of scripts) script.silent += 1;
      for (const script of [...scripts].sort(() => random() - 0.5)) {
        if (!script.alive || script.mute) {
          script.speaking = 0;
          continue;
        }
        const may = mayDeliver(script);
        const got = await script.poll();
        script.silent = 0;
        script.speaking += 1;
        if (!got) continue;
        say(`${script.client.boot} delivers`);
        expect(may, log.join('\n')).toBe(true);
        delivered = true;
        if (has(words, script)) approved = journalOf(script);
        words.delete(script.client.boot);
        words.delete(journalOf(script));
        if (script !== holder) [holder, former] = [script, holder];
      }
      // Two polls: one that finds the seat again, and one after it.
      off = delivered || decided || right.speaking < 2 ? 0 : off + 1;
      expect(off, log.join('\n')).toBeLessThanOrEqual(1);
    };

    city.start();
    await tick();
    expect(holder).toBe(city);
    for (let step = 0; step < TICKS; step += 1) {
      const what = random();
      const script = pick(scripts) as Script;
      if (what < 0.3) {
        if (script.alive) script.stop();
        else script.start();
        say(`${script.client.boot} ${script.alive ? 'starts' : 'dies'}`);
      } else if (what < 0.4 && script.alive) {
        script.mute = !script.mute;
        say(`${script.client.boot} ${script.mute ? 'falls silent' : 'speaks'}`);
      } else if (what < 0.5) await decide(true);
      else if (what < 0.55) await decide(false);
      const long = what > 0.96 ? (SILENCE * 60) / TICK + 2 : 1;
      for (let turn = 0; turn < long; turn += 1) await tick();
    }
    // In the end, the script that had the right last starts alone. It delivers again, and nobody has to approve it.
    for (const script of scripts) {
      script.stop();
      script.mute = false;
    }
    say('all die');
    holder.start();
    const last = holder;
    for (let turn = 0; turn < 4; turn += 1) await tick();
    expect(holder, log.join('\n')).toBe(last);
    expect(last.silent).toBe(0);
    const { rows } = await sql`select from delivery where store_id = ${store.id} and state <> 'succeeded'`.execute(
      app.db,
    );
    expect(rows).toHaveLength(0);
  },
  PATIENCE,
);

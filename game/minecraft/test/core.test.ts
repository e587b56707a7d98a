import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileTests, jarPath } from '../jar.ts';
import { BUSY_MS, hasJdk } from './open-server.ts';

/** Parts of the plugin's core that no server can show, because they need a slow or failing disk, or hours. They run from the jar. */

const classes = mkdtempSync(join(tmpdir(), 'vitrine-core-'));
beforeAll(() => {
  if (hasJdk) compileTests(classes);
}, BUSY_MS);
afterAll(() => rmSync(classes, { recursive: true, force: true }));

/** Plays something in a JVM of its own, and answers what it saw. Its files go when the test is over. */
function play(probe: 'JournalProbe' | 'CoreProbe', what: string): unknown {
  const files = mkdtempSync(join(tmpdir(), 'vitrine-played-'));
  try {
    const args = [`-Djava.io.tmpdir=${files}`, '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
    const { status, stdout, stderr } = spawnSync(
      'java',
      [...args, '-cp', `${jarPath}:${classes}`, `app.vitrine.core.${probe}`, what],
      { encoding: 'utf8', timeout: 60_000 },
    );
    if (status !== 0) throw new Error(`${what}: ${stdout}${stderr}`);
    return JSON.parse(stdout);
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
}

describe.skipIf(!hasJdk)('the journal of the Minecraft plugin on a disk (needs a JDK)', { timeout: BUSY_MS }, () => {
  it('lets the game’s thread note a delivery while another one waits for the disk', () => {
    expect(play('JournalProbe', 'slow')).toEqual({
      given_at_once: true,
      status_at_once: true,
      still_forcing: true,
      other: true,
      memory: 'given',
    });
  });

  it('is written anew without the game’s thread waiting, and loses nothing that is noted meanwhile', () => {
    expect(play('JournalProbe', 'compacted')).toEqual({
      given_at_once: true,
      still_tidying: true,
      late: true,
      power_cut: { forcing: 'started', late: 'started', more: 'started', paid: 'given' },
      lines: true,
      kill: { forcing: 'started', late: 'started', more: 'started', paid: 'given' },
    });
  });

  it('lets nothing begin before the disk has its own line, and serves all who wait by one force', () => {
    expect(play('JournalProbe', 'covered')).toEqual({
      first_alone: { first: 'started' },
      others_wait: true,
      second: true,
      third: true,
      all: { first: 'started', second: 'started', third: 'started' },
      forces: 2,
    });
  });

  it('writes again what a force that failed did not keep, and lets nothing begin meanwhile', () => {
    expect(play('JournalProbe', 'failed')).toEqual({
      refused: false,
      kept: false,
      told: true,
      next: true,
      kept_again: true,
      power_cut: { next: 'started', paid: 'given', slept: 'started' },
      behind: true,
      power_cut_again: { behind: 'started', next: 'started', paid: 'given', slept: 'done' },
      tries: [false, true, true],
      caught_up: { behind: 'started', next: 'started', paid: 'done', slept: 'done' },
    });
  });

  it('takes back a delivery that did not begin, even if the next force brings its line to the disk', () => {
    expect(play('JournalProbe', 'together')).toEqual({
      refused: false,
      good: true,
      caught_up: true,
      power_cut: { good: 'started' },
    });
  });

  it('begins nothing for which the disk was too slow when the plugin ended', () => {
    expect(play('JournalProbe', 'closed')).toEqual({ late: false, kill: { paid: 'started' }, told: [] });
  });
});

describe.skipIf(!hasJdk)('the core of the Minecraft plugin (needs a JDK)', { timeout: BUSY_MS }, () => {
  it('gives back the deliveries behind one that waits, but not those that Vitrine sends after it heard of the wait', () => {
    expect(play('CoreProbe', 'behind')).toEqual({
      results: ['waits 1 player_offline', 'with 1 held_back', 'item 1 unsupported_action'],
    });
  });

  it('answers the newest attempt', () => {
    expect(play('CoreProbe', 'newest')).toEqual({
      results: ['a 3 executed', 'a 4 executed', 'b 5 player_offline'],
      journal: 4,
      older_settled: 'done',
      newest_settled: 'settled',
      outbox: 3,
      flying: 3,
    });
  });

  it('answers the console while a slow disk keeps that something was cancelled', () => {
    expect(play('CoreProbe', 'cancelled')).toEqual({
      size: 1,
      at_once: true,
      early: [],
      results: ['a 2 cancelled', 'unknown 1 cancelled'],
      left: 0,
      ran: false,
    });
  });

  it('waits 15 minutes for a player, counted from when it has its seat, however long that took', () => {
    expect(play('CoreProbe', 'away')).toEqual({
      after_hours_without_a_seat: [],
      just_before: [],
      after_15_minutes: ['a 1 uncertain'],
    });
  });

  it('begins by itself after an error at its start, with its journal free', () => {
    expect(play('CoreProbe', 'start')).toEqual({ runs_then: false, tries: 2, journal_busy: false });
  });
});

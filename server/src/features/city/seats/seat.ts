import { limits } from '@vitrine/contract/limits';

/**
 * A seat is one game server that the owner set up. One journal holds it, in one start of its script (a boot). Any other
 * script with the seat's token has a claim: it waits and gets no deliveries.
 */

/** The sign of life of a seat (`game_server.last_seen_at`) is written this often, in seconds. */
export const SIGN_SECONDS = 60;
/** A sign is at most `SIGN_SECONDS` old, and a calm city asks at least every 12 s. A server that is silent for longer is away. In s. */
export const SURELY_SILENT = limits.gameSurelySilentSeconds;
/**
 * A script that cannot reach us pauses for 6 minutes at most. A script that has been heard for longer than this proves
 * that a silent holder is gone, and that Vitrine itself was not away. In minutes.
 */
const LONGEST_PAUSE = 7;

export type ClaimState = 'settling' | 'waiting' | 'approved' | 'refused';
export type ClaimReason = 'restart' | 'copy' | 'new_journal' | 'replaced';

/** What decides about a script, all of it by the database's clock. */
export interface SeatFacts {
  holder: { journal: string; boot: string; previousBoot: string | null; silentSeconds: number } | undefined;
  /** The journal that the owner approved, or the first that came. */
  approvedJournal: string | null;
  /** The holder got the seat because the journal before was silent. */
  bySilence: boolean;
  /** Null: silence never moves the seat. */
  silenceMinutes: number | null;
  /** The script's own claim. `heardSeconds`: for how long it has been heard without a gap. */
  claim: { state: ClaimState; reason: ClaimReason; ageSeconds: number; heardSeconds: number } | undefined;
  /** The journal held this seat before. */
  heldBefore: boolean;
}

export type Standing =
  | { seated: true; why: 'first' | 'holder' | 'restart' | 'back' | 'approved' | 'silence' }
  | { seated: false; state: ClaimState; reason: ClaimReason };

const seated = (why: Extract<Standing, { seated: true }>['why']): Standing => ({ seated: true, why });

function isSilentForLong({ holder, silenceMinutes, claim }: SeatFacts): boolean {
  if (!holder || silenceMinutes === null) return false;
  const heard = claim?.heardSeconds ?? 0;
  return holder.silentSeconds >= silenceMinutes * 60 && heard >= Math.min(silenceMinutes, LONGEST_PAUSE) * 60;
}

/**
 * Whether a script with the seat's token holds the seat. In this order:
 *
 * - nobody holds the seat: the first script gets it
 * - the holder itself keeps it
 * - the owner's word counts
 * - a start of the holder's journal that was replaced and speaks again gets the seat back: its successor is a copy
 * - a new start of the holder's journal gets it when the start before has stayed silent for a moment
 * - the journal that the owner approved takes it back from one that got it by silence
 * - any script gets it when the holder was silent for the owner's time
 * - all others wait
 */
export function standingOf(facts: SeatFacts, script: { journal: string; boot: string }): Standing {
  const { holder, claim } = facts;
  if (!holder) return seated('first');
  const sameJournal = holder.journal === script.journal;
  if (sameJournal && holder.boot === script.boot) return seated('holder');
  if (claim?.state === 'refused') return { seated: false, state: 'refused', reason: claim.reason };
  if (claim?.state === 'approved') return seated('approved');
  if (sameJournal && holder.previousBoot === script.boot) return seated('back');
  if (sameJournal && claim?.state !== 'waiting') {
    const quiet = holder.silentSeconds >= SURELY_SILENT || (claim?.ageSeconds ?? 0) >= limits.seatSettleSeconds;
    return quiet ? seated('restart') : { seated: false, state: 'settling', reason: 'restart' };
  }
  if (facts.bySilence && facts.approvedJournal === script.journal && !sameJournal) return seated('back');
  if (isSilentForLong(facts)) return seated('silence');
  const reason = sameJournal ? 'copy' : facts.heldBefore ? 'replaced' : 'new_journal';
  return { seated: false, state: 'waiting', reason };
}

import type { RconMode } from './rcon.ts';

interface RconOutcome {
  /** What the server does with the command. */
  does: string;
  outcome: 'executed' | 'uncertain';
  /** How often the game ran it, however often work is looked for afterwards. */
  ran: 0 | 1;
}

/** What becomes of a delivery over RCON. `city/rcon/rcon.test.ts` of the server tries each row, and docs/outcomes.md shows them. */
export const rconOutcomes = {
  answer: { does: 'answers, also that it knows no such command', outcome: 'executed', ran: 1 },
  once: { does: 'answers and ends the connection', outcome: 'executed', ran: 1 },
  split: { does: 'answers in many parts', outcome: 'executed', ran: 1 },
  glue: { does: 'answers in one part', outcome: 'executed', ran: 1 },
  late: { does: 'answers late, within 20 s', outcome: 'executed', ran: 1 },
  refuse_packet: { does: 'ends the connection before it runs the command', outcome: 'uncertain', ran: 0 },
  close: { does: 'ends the connection instead of an answer', outcome: 'uncertain', ran: 1 },
  middle: { does: 'ends the connection within the answer', outcome: 'uncertain', ran: 1 },
  foreign: { does: 'answers another command', outcome: 'uncertain', ran: 1 },
  garbage: { does: 'answers with no packet of RCON', outcome: 'uncertain', ran: 1 },
} as const satisfies Partial<Record<RconMode, RconOutcome>>;

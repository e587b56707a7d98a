import type { Config } from '../../../config.ts';
import {
  type Rcon as Connection,
  connectRcon,
  type RconPlace as Place,
  type RconProblem as Problem,
  type Ran as Result,
} from '../../../integrations/rcon/rcon.ts';

export type RconPlace = Place;
export type RconProblem = Problem;
export type Rcon = Connection;
export type Ran = Result;

/** Logs in at a server's RCON, at a public address or one of the operator's networks. Otherwise answers why not. */
export async function openRcon(
  { rconNetworks }: Pick<Config, 'rconNetworks'>,
  place: RconPlace,
): Promise<Rcon | { problem: RconProblem }> {
  return await connectRcon(place, { allowed: rconNetworks });
}

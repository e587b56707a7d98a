import type { Config } from '../../../config.ts';
import { connectRcon, type Rcon, type RconPlace, type RconProblem } from '../../../integrations/rcon/rcon.ts';

export type { Ran, Rcon, RconPlace, RconProblem } from '../../../integrations/rcon/rcon.ts';

/** Logs in at a server's RCON, at a public address or one of the operator's networks. Otherwise answers why not. */
export async function openRcon(
  { rconNetworks }: Pick<Config, 'rconNetworks'>,
  place: RconPlace,
): Promise<Rcon | { problem: RconProblem }> {
  return await connectRcon(place, { allowed: rconNetworks });
}

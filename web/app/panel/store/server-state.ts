import { limits } from '@vitrine/contract/limits';
import type { StoreConnection } from '@vitrine/contract/store-answers';
import type { Tone } from '../../ui/surfaces.tsx';

type Server = Pick<StoreConnection['servers'][number], 'answer' | 'silentSeconds'>;

export interface ServerState {
  kind: Server['answer'];
  /** In the same words on every screen. */
  text: string;
  tone: Tone;
}

/**
 * How a game server stands, `elapsed` seconds after it was read. Only a silent server changes as time passes. The live stream tells
 * when a server answers or falls silent.
 */
export function serverState({ answer, silentSeconds }: Server, elapsed: number): ServerState {
  const silent = (silentSeconds ?? 0) + Math.max(0, Math.floor(elapsed));
  if (answer === 'never') return { kind: 'never', text: 'Nunca conectou', tone: 'neutral' };
  if (answer === 'answers') return { kind: 'answers', text: 'Online', tone: 'ok' };
  if (answer === 'away' || silent >= limits.gameOfflineSeconds) {
    return { kind: 'away', text: 'Fora do ar', tone: 'bad' };
  }
  return { kind: 'silent', text: `Sem resposta há ${silent} s`, tone: 'warn' };
}

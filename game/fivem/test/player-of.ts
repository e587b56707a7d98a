import { identifierOf } from '../../../standins/fxserver/frameworks/esx.ts';
import { stateIdOf } from '../../../standins/fxserver/frameworks/ox-core.ts';
import { citizenIdOf } from '../../../standins/fxserver/frameworks/qb.ts';
import type { FrameworkName } from '../../../standins/fxserver/frameworks.ts';
import { makeCitizen } from '../../../standins/fxserver/players.ts';

export interface Player {
  city_id?: string;
  identity?: { kind: string; value: string };
}

/** The bases that know a player by a text. */
export const TEXT_BASES = ['qbox', 'qbcore', 'esx', 'esx-ox', 'ox_core'] as const satisfies FrameworkName[];
export const hasTexts = (framework: FrameworkName | 'none'): boolean => TEXT_BASES.some((base) => base === framework);

/** How Vitrine names a citizen of the test city on this base. */
export function playerOf(framework: FrameworkName | 'none', id: number): Player {
  if (!hasTexts(framework)) return { city_id: String(id) };
  if (framework.startsWith('esx')) {
    const { license } = makeCitizen({ id });
    return { identity: { kind: 'identifier', value: identifierOf(id, license) } };
  }
  const value = framework === 'ox_core' ? stateIdOf(id) : citizenIdOf(id);
  return { identity: { kind: 'citizen_id', value } };
}

/** How a job is written on this base: ox_core has no word for its kind, and its grades count from 1. */
export function jobOn(framework: FrameworkName, text: string): string {
  if (framework !== 'ox_core') return text;
  return text.replace(/^job:(.+):(\d+)$/, (_, name: string, grade: string) => `${name}:${Number(grade) + 1}`);
}

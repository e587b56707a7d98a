import type { RehearsalCause, RehearsalPlace } from '@vitrine/contract/rehearsals';

/** What stands against an action of a rehearsal, as things are now. */
export interface Doubt {
  state: 'waits' | 'fails';
  cause: RehearsalCause;
  /** What to do, pt-BR. */
  remedy: string;
  /** What is to be typed in the city's console; the remedy ends with it. */
  line?: string;
  /** Where in the panel to do it; null if it is done outside the panel. */
  place: RehearsalPlace | null;
}

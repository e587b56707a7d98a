import { discord } from './discord/words.ts';
import { fivem } from './fivem/words.ts';

/**
 * Where actions run: the words of each target. A new target is one line here and one in schemas.ts; the compiler asks for
 * the server's part and the panel's.
 */
export const targetTexts = { discord, fivem };

export type ActionTarget = keyof typeof targetTexts;
export const actionTargets = Object.keys(targetTexts) as [ActionTarget, ...ActionTarget[]];

import { discord } from './discord/words.ts';
import { fivem } from './fivem/words.ts';
import { minecraft } from './minecraft/words.ts';
import { mta } from './mta/words.ts';

/**
 * Where actions run: the words of each target. A new target is one line here and one in schemas.ts; the compiler asks for
 * the server's part and the panel's.
 */
export const targetTexts = { discord, fivem, minecraft, mta };

export type ActionTarget = keyof typeof targetTexts;
export const actionTargets = Object.keys(targetTexts) as [ActionTarget, ...ActionTarget[]];

/** The targets that are game servers: each server of a store is of one of these games. */
export const games = ['fivem', 'minecraft', 'mta'] as const satisfies ActionTarget[];
export type Game = (typeof games)[number];

export const isGame = (target: string): target is Game => (games as readonly string[]).includes(target);

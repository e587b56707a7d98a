import { z } from 'zod';
import { limits } from '../limits.ts';
import { discord } from './discord/schemas.ts';
import { type ActionTarget, actionTargets, targetTexts } from './entries.ts';
import { fivem } from './fivem/schemas.ts';
import { minecraft } from './minecraft/schemas.ts';
import { mta } from './mta/schemas.ts';

interface TargetSchemas {
  /** One action as an owner sends it. */
  sent: z.ZodType;
  /**
   * One action as stored. Reading has fewer rules than writing: an action that is older than a rule stays as it is, and
   * its owner must be able to open it.
   */
  stored: z.ZodType;
  /** The refusal of an action without a timing. */
  noTiming: string;
}

/** The schemas of each target's actions. */
export const targetSchemas = { discord, fivem, minecraft, mta } satisfies Record<ActionTarget, TargetSchemas>;
type Schemas = typeof targetSchemas;

/**
 * An action as an order keeps it: with its target, so that one list holds all of a product's actions in order.
 */
export type Action = { [T in ActionTarget]: { target: T } & z.infer<Schemas[T]['sent']> }[ActionTarget];

type Texts = typeof targetTexts;
/** One schema of each target under its name: `list` in products, `one` in the calls of a delivery. */
const named = (name: 'list' | 'one', make: (schemas: { sent: z.ZodType; stored: z.ZodType }) => z.ZodType) =>
  Object.fromEntries(actionTargets.map((target) => [targetTexts[target][name], make(targetSchemas[target])]));

/** A product's actions as an owner sends them: a list for each target. */
export const sentLists = named('list', ({ sent }) => z.array(sent).max(limits.actionsMax).optional()) as {
  [T in ActionTarget as Texts[T]['list']]: z.ZodOptional<z.ZodArray<Schemas[T]['sent']>>;
};
/** A product's actions as stored. */
export const storedLists = named('list', ({ stored }) => z.array(stored)) as {
  [T in ActionTarget as Texts[T]['list']]: z.ZodArray<Schemas[T]['stored']>;
};
/** One action as a member sends it, under the name of its target. */
export const sentOne = named('one', ({ sent }) => sent.optional()) as {
  [T in ActionTarget as Texts[T]['one']]: z.ZodOptional<Schemas[T]['sent']>;
};
/** One stored action, under the name of its target. */
export const storedOne = named('one', ({ stored }) => stored.nullable()) as {
  [T in ActionTarget as Texts[T]['one']]: z.ZodNullable<Schemas[T]['stored']>;
};

import type { Action, ActionTarget } from '@vitrine/contract/actions';
import { discord } from './discord/form.client.tsx';
import { fivem } from './fivem/form.client.tsx';
import { minecraft } from './minecraft/form.client.tsx';
import { mta } from './mta/form.client.tsx';
import type { TargetForm } from './target-form.ts';

/** Each target's part of the dialog of an action. A new target is one line here and a folder. */
export const targetForms = { discord, fivem, minecraft, mta } satisfies {
  // biome-ignore lint/suspicious/noExplicitAny: each form has its own draft
  [T in ActionTarget]: TargetForm<any, Extract<Action, { target: T }>['type']>;
};

type Forms = typeof targetForms;
type EachDraft = { [T in ActionTarget]: (draft: Forms[T]['empty']) => void }[ActionTarget];
/** The fields of all targets at once, as typed. */
export type TargetDraft = EachDraft extends (draft: infer All) => void ? All : never;

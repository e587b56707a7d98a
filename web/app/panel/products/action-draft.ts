import type { TargetAction } from '@vitrine/contract/action-lists';
import { delayUnitOf } from '@vitrine/contract/action-options';
import { type Action, type ActionTarget, actionTargets, targetTexts } from '@vitrine/contract/actions';
import { type City, citiesOfAction, cityProblems, nameInList } from '@vitrine/contract/city-fit';
import { targetSchemas } from '@vitrine/contract/targets/schemas';
import { templateProblem } from '@vitrine/contract/templates';
import type { VariableInput } from '@vitrine/contract/variables';
import type { z } from 'zod';
import { type TargetDraft, targetForms } from './targets/entries.ts';

/** An action as its dialog holds it: texts as typed, with the fields of every target and type at once. */
export type ActionDraft = TargetDraft & {
  type: string;
  executionTiming: string;
  /** Which server: empty for the first one, or as the contract's `server`. */
  server: string;
  /** How many of `delayUnit`, which is the unit's minutes; empty for no delay. */
  delay: string;
  delayUnit: string;
  /** Empty for no. */
  onlyOnline: string;
  oncePerOrder: string;
};

export type DraftField = keyof ActionDraft;
export type DraftErrors = Partial<Record<DraftField, string>>;

const fieldsOfType: Readonly<Record<string, readonly DraftField[]>> = Object.assign(
  {},
  ...actionTargets.map((target) => targetForms[target].fields),
);

/** The options that an action of this type and timing can have; empty while no type is chosen. */
export function optionsOf(type: string, timing: string): readonly DraftField[] {
  const target = actionTargets.find((one) => Object.hasOwn(targetTexts[one].types, type));
  if (!target) return [];
  const { inCity, perUnit }: { inCity: boolean; perUnit: readonly string[] } = targetTexts[target];
  return [
    // An action at the end of the purchase already has its time, so it has no delay.
    ...(timing === 'on_expiration' ? [] : (['delay'] as const)),
    ...(inCity ? (['onlyOnline'] as const) : []),
    ...(perUnit.includes(type) ? (['oncePerOrder'] as const) : []),
  ];
}

/** The options of a draft as the contract has them. A delay that is no number stays as typed, for its refusal. */
function chosenOptions({ type, executionTiming, delay, delayUnit, onlyOnline, oncePerOrder }: ActionDraft) {
  const offered = optionsOf(type, executionTiming);
  const minutes = /^\d{1,5}$/.test(delay) ? Number(delay) * Number(delayUnit) : delay;
  return {
    ...(offered.includes('delay') && delay !== '' && minutes !== 0 ? { delayMinutes: minutes } : {}),
    ...(offered.includes('onlyOnline') && onlyOnline ? { onlyOnline: true } : {}),
    ...(offered.includes('oncePerOrder') && oncePerOrder ? { oncePerOrder: true } : {}),
  };
}

/** The fields that an action of this type has; empty for an unknown type. */
export function fieldsOf(type: string): readonly DraftField[] {
  return (Object.hasOwn(fieldsOfType, type) && fieldsOfType[type]) || [];
}

const empty: ActionDraft = Object.assign(
  { type: '', executionTiming: '', server: '', delay: '', delayUnit: '60', onlyOnline: '', oncePerOrder: '' },
  ...actionTargets.map((target) => targetForms[target].empty),
);

/** The dialog's first values: empty, or those of an action. */
export function draftOf(action?: TargetAction): ActionDraft {
  if (!action) return { ...empty };
  const texts = Object.entries(action).map(([field, value]) => [field, value === false ? '' : String(value)]);
  const { delayMinutes } = action;
  const unit = delayMinutes ? delayUnitOf(delayMinutes).minutes : undefined;
  return {
    ...empty,
    ...Object.fromEntries(texts.filter(([field]) => field !== undefined && field in empty)),
    ...(delayMinutes && unit ? { delay: String(delayMinutes / unit), delayUnit: String(unit) } : {}),
  };
}

type Checked<Action> = { action: Action; errors?: never } | { action?: never; errors: DraftErrors };

/**
 * Reads a draft with the contract's own schema and rules. The errors are SPEC.md section 5's texts by field. A
 * missing type does not hide a missing timing. `variables` are the store's, or undefined while unknown; `product` is
 * the product's id, if it has one. A name that the store's `cities` do not have is an error, and a vehicle gets the
 * city's spelling.
 */
export function checkDraft<Target extends ActionTarget>(
  target: Target,
  draft: ActionDraft,
  variables: readonly VariableInput[] | undefined,
  product?: string,
  cities: readonly City[] = [],
): Checked<TargetAction<Target>> {
  const { sent, noTiming }: { sent: z.ZodType; noTiming: string } = targetSchemas[target];
  const fields = fieldsOf(draft.type);
  const body: Record<string, string> = { type: draft.type, executionTiming: draft.executionTiming };
  for (const field of fields) body[field] = draft[field];
  if (draft.server) body.server = draft.server;
  const optional: readonly DraftField[] = targetForms[target].optional;
  for (const field of optional) if (draft[field]) body[field] = draft[field];

  const errors: DraftErrors = {};
  const parsed = sent.safeParse({ ...body, ...chosenOptions(draft) });
  for (const issue of parsed.error?.issues ?? []) {
    const field = issue.path[0] === 'delayMinutes' ? 'delay' : (issue.path[0] as DraftField);
    errors[field] ??= issue.message;
  }
  if (draft.executionTiming === '') errors.executionTiming ??= noTiming;
  // Checked even while a field is missing, so that the person sees all mistakes at once.
  const problem = templateProblem({ target, ...body } as unknown as Action, variables, product);
  if (problem) errors[problem.field] ??= problem.text;
  if (!parsed.success || Object.keys(errors).length > 0) return { errors };
  const action = { target, ...(parsed.data as TargetAction) } as Action;
  const missing = cityProblems(action, cities, variables, product).find(({ kind }) => kind === 'missing');
  if (missing) return { errors: { [missing.field]: missing.text } };
  return { action: inOwnSpelling(parsed.data as TargetAction, citiesOfAction(action, cities)) as never };
}

/** A vehicle's model means the same in capitals; the city's own spelling is the one that is kept. */
function inOwnSpelling(action: TargetAction, cities: readonly City[]): TargetAction {
  if (!('vehicleName' in action)) return action;
  const list = cities.find(({ lists }) => lists.vehicles)?.lists.vehicles;
  const own = list && nameInList(list, 'vehicleName', action.vehicleName);
  return own ? { ...action, vehicleName: own } : action;
}

/** Why the cities may be unable to carry out a draft, told before it is sold. In pt-BR, without what `checkDraft` refuses. */
export function draftDoubts(
  target: ActionTarget,
  draft: ActionDraft,
  cities: readonly City[],
  variables: readonly VariableInput[] | undefined,
  product?: string,
): string[] {
  const fields = fieldsOf(draft.type);
  if (draft.type === '' || fields.some((field) => draft[field].trim() === '')) return [];
  const options = { ...chosenOptions(draft), server: draft.server || undefined };
  const action = { target, ...draft, ...options } as unknown as Action;
  const problems = cityProblems(action, cities, variables, product);
  return problems.filter(({ kind }) => kind !== 'missing').map(({ text }) => text);
}

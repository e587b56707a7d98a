import {
  type Action,
  type ActionTarget,
  actionTexts,
  DiscordAction,
  type DiscordActionType,
  FivemAction,
  type FivemActionType,
} from '@vitrine/contract/actions';
import { type City, citiesOfAction, cityProblems, nameInList } from '@vitrine/contract/city-fit';
import { templateProblem } from '@vitrine/contract/templates';
import type { Variable } from '@vitrine/contract/variables';

/** An action as its dialog holds it: texts as typed, with the fields of every type at once. */
export interface ActionDraft {
  type: string;
  executionTiming: string;
  roleId: string;
  roleName: string;
  command: string;
  groupName: string;
  amount: string;
  vehicleName: string;
  itemName: string;
  itemQuantity: string;
  /** Which game server: empty for the first one, or as the contract's `server`. */
  server: string;
}

export type DraftField = keyof ActionDraft;
export type DraftErrors = Partial<Record<DraftField, string>>;

/** The fields of each type, beside its timing (SPEC.md section 3). */
const fieldsOfType: Record<DiscordActionType | FivemActionType, readonly DraftField[]> = {
  add_role: ['roleId'],
  remove_role: ['roleId'],
  ban: [],
  unban: [],
  execute_command: ['command'],
  add_group: ['groupName'],
  remove_group: ['groupName'],
  add_money: ['amount'],
  remove_money: ['amount'],
  add_vehicle: ['vehicleName'],
  remove_vehicle: ['vehicleName'],
  add_item: ['itemName', 'itemQuantity'],
  remove_ban: [],
};

/** The fields of a type as the list holds it; none for an unknown type. */
export function fieldsOf(type: string): readonly DraftField[] {
  return Object.hasOwn(fieldsOfType, type) ? fieldsOfType[type as keyof typeof fieldsOfType] : [];
}

const empty: ActionDraft = {
  type: '',
  executionTiming: '',
  roleId: '',
  roleName: '',
  command: '',
  groupName: '',
  amount: '',
  vehicleName: '',
  itemName: '',
  itemQuantity: '',
  server: '',
};

/** The dialog's first values: empty, or those of an action. */
export function draftOf(action?: DiscordAction | FivemAction): ActionDraft {
  if (!action) return { ...empty };
  const texts = Object.entries(action).map(([field, value]) => [field, String(value)]);
  return { ...empty, ...Object.fromEntries(texts.filter(([field]) => field !== undefined && field in empty)) };
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
  variables: readonly Variable[] | undefined,
  product?: string,
  cities: readonly City[] = [],
): Checked<Target extends 'discord' ? DiscordAction : FivemAction> {
  const schema = target === 'discord' ? DiscordAction : FivemAction;
  const fields = fieldsOf(draft.type);
  const body: Record<string, string> = { type: draft.type, executionTiming: draft.executionTiming };
  for (const field of fields) body[field] = draft[field];
  if (target === 'fivem' && draft.server) body.server = draft.server;
  if (fields.includes('roleId') && draft.roleName) body.roleName = draft.roleName;

  const errors: DraftErrors = {};
  const parsed = schema.safeParse(body);
  for (const issue of parsed.error?.issues ?? []) errors[issue.path[0] as DraftField] ??= issue.message;
  if (draft.executionTiming === '') {
    errors.executionTiming ??= target === 'discord' ? actionTexts.discordTiming : actionTexts.fivemTiming;
  }
  // Checked even while a field is missing, so that the person sees all mistakes at once.
  const problem = templateProblem({ target, ...body } as unknown as Action, variables, product);
  if (problem) errors[problem.field] ??= problem.text;
  if (!parsed.success || Object.keys(errors).length > 0) return { errors };
  const action = { target, ...parsed.data } as Action;
  const missing = cityProblems(action, cities, variables, product).find(({ kind }) => kind === 'missing');
  if (missing) return { errors: { [missing.field]: missing.text } };
  return { action: inOwnSpelling(parsed.data, citiesOfAction(action, cities)) as never };
}

/** A vehicle's model means the same in capitals; the city's own spelling is the one that is kept. */
function inOwnSpelling(action: DiscordAction | FivemAction, cities: readonly City[]): DiscordAction | FivemAction {
  if (!('vehicleName' in action)) return action;
  const list = cities.find(({ lists }) => lists.vehicles)?.lists.vehicles;
  const own = list && nameInList(list, 'vehicleName', action.vehicleName);
  return own ? { ...action, vehicleName: own } : action;
}

/** What the cities doubt about a draft, or cannot do, before it is sold. In pt-BR, without what `checkDraft` refuses. */
export function draftDoubts(
  draft: ActionDraft,
  cities: readonly City[],
  variables: readonly Variable[] | undefined,
  product?: string,
): string[] {
  const fields = fieldsOf(draft.type);
  if (draft.type === '' || fields.some((field) => draft[field].trim() === '')) return [];
  const action = { target: 'fivem', ...draft, server: draft.server || undefined } as unknown as Action;
  const problems = cityProblems(action, cities, variables, product);
  return problems.filter(({ kind }) => kind !== 'missing').map(({ text }) => text);
}

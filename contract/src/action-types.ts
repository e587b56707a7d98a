/**
 * The kinds of actions and their texts (SPEC.md section 4). They are apart from the schemas in actions.ts, so that
 * pages that only show actions load no schema library.
 */

/** Where an action runs. The server's part of each target is in its `target.ts`. */
export const actionTargets = ['discord', 'fivem'] as const;
export type ActionTarget = (typeof actionTargets)[number];

/** A target in words for members: its name, whose id receives there, and who answers. */
export const targetTexts: Record<ActionTarget, { name: string; holder: string; answers: string }> = {
  discord: { name: 'Discord', holder: 'Discord', answers: 'o Discord' },
  fivem: { name: 'Servidor do jogo', holder: 'ID da cidade', answers: 'o servidor' },
};

export const executionTimings = ['on_confirmation', 'on_expiration'] as const;
export type ExecutionTiming = (typeof executionTimings)[number];

/** Texts of the execution timings as SPEC.md section 4 gives them. */
export const executionTimingTexts: Record<ExecutionTiming, string> = {
  on_confirmation: 'Após a confirmação',
  on_expiration: 'Quando expirar',
};

export const discordActionTypes = ['add_role', 'remove_role', 'ban', 'unban'] as const;
export type DiscordActionType = (typeof discordActionTypes)[number];

export const discordActionTexts: Record<DiscordActionType, string> = {
  add_role: 'Adicionar cargo',
  remove_role: 'Remover cargo',
  ban: 'Banir do servidor',
  unban: 'Remover banimento',
};

export const fivemActionTypes = [
  'execute_command',
  'add_group',
  'remove_group',
  'add_money',
  'remove_money',
  'add_vehicle',
  'remove_vehicle',
  'add_item',
  'remove_ban',
] as const;
export type FivemActionType = (typeof fivemActionTypes)[number];

export const fivemActionTexts: Record<FivemActionType, string> = {
  execute_command: 'Executar comando',
  add_group: 'Adicionar grupo',
  remove_group: 'Remover grupo',
  add_money: 'Adicionar dinheiro',
  remove_money: 'Remover dinheiro',
  add_vehicle: 'Adicionar veículo',
  remove_vehicle: 'Remover veículo',
  add_item: 'Adicionar item',
  remove_ban: 'Remover banimento',
};

const VEHICLE: FivemActionType = 'add_vehicle';

/** Whether these actions give a vehicle. Such a product is sold one per order (DECISIONS.md, Fulfilment). */
export const givesVehicle = (actions: readonly { type: string }[]) => actions.some(({ type }) => type === VEHICLE);

/** The same for a database column of actions: `actions @> vehicleActions`. */
export const vehicleActions = JSON.stringify([{ type: VEHICLE }]);

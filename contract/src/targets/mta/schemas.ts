import { z } from 'zod';
import { limits } from '../../limits.ts';
import { delayFits, delayProblem } from '../action-parts.ts';
import {
  amount,
  filled,
  gameFields,
  gameTexts,
  groupName,
  itemName,
  itemQuantity,
  label,
  ownAction,
  storedHere,
  storedLabel,
  storedPerUnit,
  vehicleName,
} from '../game-parts.ts';

/** Error texts of the dialog. */
export const mtaTexts = {
  ...gameTexts,
  mtaType: 'Selecione um tipo de ação para MTA.',
  mtaTiming: 'Selecione quando a ação MTA será executada.',
  actionSigns: 'Os argumentos não podem ter ponto e vírgula, barra invertida ou quebra de linha.',
} as const;

/** The name of a function of the owner's `commands.lua`, then its arguments, written as those of a command. */
const own = filled(limits.commandMax, mtaTexts.ownAction)
  .regex(/^[^\p{Cc};\\]+$/u, { error: mtaTexts.actionSigns, abort: true })
  .regex(ownAction, mtaTexts.ownAction);

const { here, perUnit } = gameFields(mtaTexts.mtaTiming);

/** One MTA action of a product, with the fields its type needs. */
export const MtaAction = z
  .discriminatedUnion(
    'type',
    [
      z.object({ ...here, type: z.literal('mta_add_group'), groupName, label }),
      z.object({ ...here, type: z.literal('mta_remove_group'), groupName, label }),
      z.object({ ...perUnit, type: z.literal('mta_add_money'), amount }),
      z.object({ ...perUnit, type: z.literal('mta_remove_money'), amount }),
      z.object({ ...perUnit, type: z.literal('mta_add_item'), itemName, itemQuantity, label }),
      z.object({ ...here, type: z.literal('mta_add_vehicle'), vehicleName, label }),
      z.object({ ...here, type: z.literal('mta_remove_ban') }),
      z.object({ ...perUnit, type: z.literal('mta_run_action'), command: own }),
    ],
    { error: mtaTexts.mtaType },
  )
  .refine(delayFits, delayProblem);
export type MtaAction = z.infer<typeof MtaAction>;

const storedGroup = { ...storedHere, groupName: z.string(), label: storedLabel };
const StoredMtaAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('mta_add_group'), ...storedGroup }),
  z.object({ type: z.literal('mta_remove_group'), ...storedGroup }),
  z.object({ type: z.literal('mta_add_money'), ...storedPerUnit, amount: z.number() }),
  z.object({ type: z.literal('mta_remove_money'), ...storedPerUnit, amount: z.number() }),
  z.object({
    type: z.literal('mta_add_item'),
    ...storedPerUnit,
    itemName: z.string(),
    itemQuantity: z.number(),
    label: storedLabel,
  }),
  z.object({ type: z.literal('mta_add_vehicle'), ...storedHere, vehicleName: z.string(), label: storedLabel }),
  z.object({ type: z.literal('mta_remove_ban'), ...storedHere }),
  z.object({ type: z.literal('mta_run_action'), ...storedPerUnit, command: z.string() }),
]);

export const mta = { sent: MtaAction, stored: StoredMtaAction, noTiming: mtaTexts.mtaTiming };

import { z } from 'zod';
import { executionTimings } from '../action-types.ts';
import { limits } from '../limits.ts';
import '../zod-settings.ts';

/** What the actions of all targets share. */

export const delayTexts = {
  delay: 'A espera vai de 1 minuto a 30 dias.',
  delayTiming: 'A espera vale só para ações após a confirmação.',
} as const;

/** A number that may arrive as text, because it comes from a form. The text must be digits only. */
export const wholeNumber = (min: number, max: number, message: string, tooMuch = message) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,20}$/, message)], { error: message })
    .transform(Number)
    .pipe(z.number({ error: message }).int(message).min(min, message).max(max, tooMuch));

/** The fields of every action: its id in the form, when it runs, and the minutes from the payment until then (action-options.ts). */
export const everyAction = (noTiming: string) => ({
  id: z.string().max(64).optional(),
  executionTiming: z.enum(executionTimings, { error: noTiming }),
  delayMinutes: wholeNumber(0, limits.actionDelayMinutesMax, delayTexts.delay).optional(),
});

/** An action at the end of the purchase may have no delay, because its time is set already. */
export const delayFits = ({
  executionTiming,
  delayMinutes = 0,
}: {
  executionTiming: string;
  delayMinutes?: number | undefined;
}) => executionTiming === 'on_confirmation' || delayMinutes === 0;
export const delayProblem = { path: ['delayMinutes'], message: delayTexts.delayTiming };

/** The fields of every stored action. */
export const everyStored = {
  id: z.string().optional(),
  executionTiming: z.enum(executionTimings),
  delayMinutes: z.number().optional(),
};

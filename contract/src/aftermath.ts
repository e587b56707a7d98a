import { z } from 'zod';

/** What the end of a purchase did, with the delivery that did it. Screens show `text` as it is. */
export const Aftermath = z.object({
  /** What was taken back, what stays and what is owed, pt-BR. */
  text: z.string(),
  /** The group, vehicle or role that was taken back. */
  taken: z.string().nullable(),
  /** What the receiver keeps or got back instead. */
  stays: z.string().nullable(),
  /** Why it stays: another purchase gives it, or the receiver had it before anything was bought. */
  by: z.enum(['purchase', 'prior']).nullable(),
  /** Money of the city that was taken back, whole. */
  takenMoney: z.number().int().nullable(),
  /** Money of the city that is still owed, whole; null for none. */
  owed: z.number().int().nullable(),
});
export type Aftermath = z.infer<typeof Aftermath>;

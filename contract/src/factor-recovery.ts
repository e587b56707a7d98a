import { z } from 'zod';
import { Login } from './accounts.ts';
import { mailToken } from './common.ts';

/** Recovery of a lost second factor: three days with mails, then a mailed link that works once. */

/** POST /v1/login/factor-recovery */
export const RecoveryStart = Login.pick({ email: true, password: true });
export type RecoveryStart = z.infer<typeof RecoveryStart>;
/** POST /v1/login/factor-recovery/cancel, POST /v1/login/factor-recovery/finish */
export const RecoveryToken = z.object({ token: mailToken });

import { recoverySweep, tidySweep } from './features/accounts/jobs.ts';
import { alertSweeps } from './features/alerts/sweeps.ts';
import { daysSweep } from './features/analytics/days/write-days.ts';
import { approvalSweeps } from './features/approvals/sweeps.ts';
import { saleSweep } from './features/catalog/sale.ts';
import { rehearsalSweep } from './features/checkout/rehearsal/end-rehearsal.ts';
import { keySweep } from './features/checkout/sweeps.ts';
import { peopleSweep } from './features/city/city-people.ts';
import { citySweep } from './features/city/city-status.ts';
import { rconSweep } from './features/city/rcon/sweeps.ts';
import { claimSweep } from './features/city/seats/claims.ts';
import { nonceSweep } from './features/city/sweeps.ts';
import { customerSweeps } from './features/customers/jobs.ts';
import { renderAgainSweep } from './features/deliveries/render/render-again.ts';
import { resendSweep } from './features/deliveries/resend/run-resend.ts';
import { dueSweep } from './features/deliveries/sweeps.ts';
import { discordCheckSweep } from './features/discord/check/discord-check.ts';
import { discordSweep, guildSweep, lookSweep, memberSweep } from './features/discord/sweeps.ts';
import { fileSweep } from './features/exports/files/make-file.ts';
import { mailSweep, mailTidySweep } from './features/mail/jobs.ts';
import { noticeSweeps } from './features/notices/sweeps.ts';
import { orderSweeps } from './features/orders/jobs.ts';
import { attachReceipt } from './features/orders/receipt/attach-receipt.ts';
import { paymentSweeps } from './features/payments/jobs.ts';
import { pushSweep, pushTidySweep } from './features/push/jobs.ts';
import { ownerlessSweep } from './features/stores/close-ownerless.ts';
import { deletionSweep } from './features/stores/deletions.ts';
import { formerAccountSweep, openingSweep } from './features/stores/jobs.ts';
import { subscriptionSweeps } from './features/subscription/jobs.ts';
import { tellSweep, waitingTidySweep } from './features/waiting/sweeps.ts';
import { ownPagesSweep } from './features/window/pages/refresh-pages.ts';
import { windowSweep } from './features/window/refresh-windows.ts';
import type { Sweep } from './jobs/sweep.ts';

/** All sweeps, with what each looks at and how often. */
export const sweeps: Sweep[] = [
  mailSweep(attachReceipt),
  mailTidySweep,
  tidySweep,
  recoverySweep,
  formerAccountSweep,
  ownerlessSweep,
  openingSweep,
  saleSweep,
  ...orderSweeps,
  ...paymentSweeps,
  keySweep,
  rehearsalSweep,
  ...subscriptionSweeps,
  ...customerSweeps,
  dueSweep,
  renderAgainSweep,
  resendSweep,
  discordSweep,
  guildSweep,
  lookSweep,
  memberSweep,
  discordCheckSweep,
  claimSweep,
  nonceSweep,
  rconSweep,
  citySweep,
  peopleSweep,
  windowSweep,
  tellSweep,
  waitingTidySweep,
  ownPagesSweep,
  ...alertSweeps,
  fileSweep,
  deletionSweep,
  ...noticeSweeps,
  ...approvalSweeps,
  pushSweep,
  pushTidySweep,
  daysSweep,
];

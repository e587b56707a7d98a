import type { Section } from '../lib/line.ts';
import { abuse } from './abuse.ts';
import { accounts } from './accounts.ts';
import { deploy } from './deploy.ts';
import { faults } from './faults.ts';
import { headers } from './headers.ts';
import { idempotency } from './idempotency.ts';
import { input } from './input.ts';
import { isolation } from './isolation.ts';
import { members } from './members.ts';
import { money } from './money.ts';
import { notices } from './notices.ts';
import { output } from './output.ts';
import { soak } from './soak.ts';
import { stock } from './stock.ts';
import { uploads } from './uploads.ts';

/** In the order of the table. */
export const sections: Section[] = [
  money,
  stock,
  notices,
  idempotency,
  isolation,
  accounts,
  members,
  input,
  uploads,
  output,
  headers,
  abuse,
  faults,
  deploy,
  soak,
];

import type { Generated, Timestamp } from './columns.ts';

/** One row in the whole database. */
export interface InstallationTable {
  one: Generated<boolean>;
  /** A known text, sealed with the installation's secret. */
  canary: Buffer;
  created_at: Generated<Timestamp>;
}

import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { StoreId } from '../../http/store.ts';
import { type Credential, markCredentialRefused, readCredential } from './mercado-pago/credential.ts';
import { type AttemptNames, failureOf, type PaymentGateway, paymentGateway } from './mercado-pago/mercado-pago.ts';
import type { ProviderPayment } from './payment.ts';
import type { AttemptRow } from './queries.ts';
import { settlePayment } from './settle-payment.ts';

export interface Outside {
  db: Db;
  config: Config;
  log: FastifyBaseLogger;
}

/** The store's gateway and credential. Undefined where the store has no token, or where the provider refused it. */
export async function openGateway(
  { db, config }: Outside,
  store: StoreId,
  deadlineMs?: number,
): Promise<{ gateway: PaymentGateway; credential: Credential } | undefined> {
  const credential = await readCredential(db, config, store);
  if (!credential || credential.problem) return undefined;
  return { gateway: paymentGateway(config, store, credential.token, deadlineMs), credential };
}

export function namesOf(row: AttemptRow, reference: string): AttemptNames {
  return {
    adapter: row.adapter,
    reference,
    providerId: row.provider_id,
    providerOrderId: row.provider_order_id,
    preferenceId: row.preference_id,
  };
}

/**
 * - `settled`: the provider answered, and what it said is written
 * - `away`: it could not be asked now
 * - `refused`: it refuses the store's token. The store is told, and nobody asks again until the token is renewed
 */
export type Looked = { result: 'settled'; found: ProviderPayment[] } | { result: 'away' | 'refused' };

/** Asks the provider and writes what it says. It asks outside any transaction. */
export async function lookUp(
  outside: Outside,
  store: StoreId,
  ask: (gateway: PaymentGateway) => Promise<ProviderPayment[]>,
  deadlineMs?: number,
): Promise<Looked> {
  const open = await openGateway(outside, store, deadlineMs);
  if (!open) return { result: 'refused' };
  let found: ProviderPayment[];
  try {
    found = await ask(open.gateway);
  } catch (error) {
    const failure = failureOf(error);
    outside.log.warn({ err: error, store }, 'the provider could not be asked');
    if (failure.kind !== 'refused' || failure.refused !== 'credential') return { result: 'away' };
    // If the store has another token by now, the next look-up uses that one.
    return { result: (await markCredentialRefused(outside.db, store, open.credential)) ? 'refused' : 'away' };
  }
  const { collectorId } = open.credential;
  for (const news of found) {
    await transaction(outside.db, (tx) => settlePayment(tx, outside.config, store, collectorId, news));
  }
  return { result: 'settled', found };
}

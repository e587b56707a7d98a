import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<{ name: string }>();

/** Runs `work` for a party: connections of a shared pool are handed out to parties in turns. */
export function workFor<T>(name: string, work: () => T): T {
  return current.run({ name }, work);
}

/** Says whose the work under way is, as soon as that is known: a store's id. */
export function nameParty(name: string): void {
  const party = current.getStore();
  if (party) party.name = name;
}

/** Whose the work under way is; what nobody named is the process's own. */
export function currentParty(): string {
  return current.getStore()?.name ?? 'own';
}

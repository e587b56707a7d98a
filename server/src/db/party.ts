import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<{ name: string }>();

/** Runs `work` for a party: parties get the connections of a shared pool in turns. */
export function workFor<T>(name: string, work: () => T): T {
  return current.run({ name }, work);
}

/** Names the party of the current work as soon as it is known: a store's id. */
export function nameParty(name: string): void {
  const party = current.getStore();
  if (party) party.name = name;
}

/** The party of the current work. Without a name, it is the process itself. */
export function currentParty(): string {
  return current.getStore()?.name ?? 'own';
}

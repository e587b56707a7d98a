/** A citizen as a framework's tables are seeded with. */
export interface Citizen {
  /** City id: vRP user_id, passport. */
  id: number;
  name: string;
  /** 40 hex digits, without prefix. */
  license: string;
  /** Steam id in hex, without prefix. */
  steam: string;
  /** Discord snowflake; empty means unknown. */
  discord: string;
  bank: number;
  wallet: number;
  banned?: boolean;
  deleted?: boolean;
  groups?: string[];
  /** Item -> amount. */
  items?: Record<string, number>;
  /** Models already owned. */
  vehicles?: string[];
  /** Never finished creating the character: there is an account and no data row. */
  unfinished?: boolean;
}

/** Somebody's connection. `stage` tells how far it came; only `loaded` is "online" for a framework. */
export interface Connection {
  source: number;
  citizen: number;
  name: string;
  stage: 'connecting' | 'joined' | 'loaded';
}

const FIRST = ['Ana', 'Bruno', 'Carla', 'Diego', 'Elisa', 'Fábio', 'Gabriela', 'Heitor', 'Íris', 'João'];
const LAST = ['Almeida', 'Barros', 'Conceição', 'Dias', 'Esteves', 'Falcão', 'Guimarães'];

/** A citizen with everything filled in from the id; `given` wins. */
export function makeCitizen(given: Partial<Citizen> & { id: number }): Citizen {
  const { id } = given;
  return {
    name: `${FIRST[id % FIRST.length]} ${LAST[id % LAST.length]}`,
    license: id.toString(16).padStart(40, 'a'),
    steam: (0x110000100000000n + BigInt(id)).toString(16),
    discord: (1_100_000_000_000_000_000n + BigInt(id) * 1_000_003n).toString(),
    bank: 5000,
    wallet: 500,
    ...given,
  };
}

/** What `GetPlayerIdentifiers` answers, in the order real servers give. */
export function identifiersOf(citizen: Citizen): string[] {
  return [
    `steam:${citizen.steam}`,
    `license2:${citizen.license.split('').reverse().join('')}`,
    `license:${citizen.license}`,
    ...(citizen.discord === '' ? [] : [`discord:${citizen.discord}`]),
    `fivem:${1000 + citizen.id}`,
    `ip:127.0.0.${(citizen.id % 250) + 2}`,
  ];
}

/** A citizen for the first rows of a framework's tables. */
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
  /** Models that they already own. */
  vehicles?: string[];
  /** The character was never finished: an account without a data row. */
  unfinished?: boolean;
}

/** A player's connection. `stage` says how far it is; for a framework, only `loaded` is "online". */
export interface Connection {
  source: number;
  citizen: number;
  name: string;
  stage: 'connecting' | 'joined' | 'loaded';
  /** The routing bucket: people in different ones do not meet. 0 when absent. */
  bucket?: number;
}

const FIRST = ['Ana', 'Bruno', 'Carla', 'Diego', 'Elisa', 'Fábio', 'Gabriela', 'Heitor', 'Íris', 'João'];
const LAST = ['Almeida', 'Barros', 'Conceição', 'Dias', 'Esteves', 'Falcão', 'Guimarães'];

/** A citizen with every field made from the id; fields of `given` win. */
export function makeCitizen(given: Partial<Citizen> & { id: number }): Citizen {
  const { id } = given;
  return {
    name: `${FIRST[id % FIRST.length]} ${LAST[id % LAST.length]}`,
    // Eight digits of the id: a shorter one would read like its padding (10 is "a", 170 is "aa").
    license: id.toString(16).padStart(8, '0').padStart(40, 'a'),
    steam: (0x110000100000000n + BigInt(id)).toString(16),
    discord: (1_100_000_000_000_000_000n + BigInt(id) * 1_000_003n).toString(),
    bank: 5000,
    wallet: 500,
    ...given,
  };
}

/** The answer of `GetPlayerIdentifiers`, in the order of real servers. */
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

/**
 * Who a player is for a game server: one kind of id per server (docs/decisions/0072). Everything in which the
 * kinds differ is in this file and nowhere else. Without a schema, so that pages load no validation.
 */

export const identityKinds = [
  'city_id',
  'citizen_id',
  'identifier',
  'minecraft_name',
  'minecraft_uuid',
  'mta_account',
  'discord_id',
] as const;
export type IdentityKind = (typeof identityKinds)[number];

export interface Identity {
  kind: IdentityKind;
  /** In its normal form (`cleanIdentity`). */
  value: string;
}

/** Most characters of a value in its normal form. */
export const IDENTITY_MAX = 64;

interface Rules {
  /** The field's name and its explanation for buyers, pt-BR. The owner may write other ones. */
  label: string;
  help: string;
  example: string;
  /** What may be typed, without spaces around. It has no space, quote or sign that a command line reads. */
  pattern: RegExp;
  /** Other spellings of one player become one. */
  tidy(typed: string): string;
  /** Why a text is refused, pt-BR. */
  problem: string;
}

const asTyped = (typed: string) => typed;
const lower = (typed: string) => typed.toLowerCase();

/** Lengths and characters are those of the published bases (docs/game-server-protocol.md, The player). */
export const identityRules: Record<IdentityKind, Rules> = {
  city_id: {
    label: 'ID da Cidade',
    help: 'O número do seu passaporte na cidade.',
    example: '57',
    pattern: /^[1-9]\d{0,9}$/,
    tidy: asTyped,
    problem: 'O ID da Cidade deve ser um número inteiro.',
  },
  citizen_id: {
    label: 'Citizen ID',
    help: 'São as letras e números do seu personagem, como aparecem no seu documento na cidade.',
    example: 'ABC12345',
    pattern: /^[A-Za-z0-9]{3,50}$/,
    tidy: (typed) => typed.toUpperCase(),
    problem: 'O Citizen ID tem só letras e números, como ABC12345.',
  },
  identifier: {
    label: 'Identificador',
    help: 'É o código do seu personagem na cidade. A equipe da cidade sabe dizer qual é o seu.',
    example: 'char1:0123456789abcdef0123456789abcdef01234567',
    pattern: /^(?:[A-Za-z][A-Za-z0-9]{1,9}:){0,2}[0-9A-Fa-f]{8,40}$/,
    tidy: lower,
    problem: 'O identificador tem números e letras de a até f, como char1:0123456789abcdef.',
  },
  minecraft_name: {
    label: 'Nick do Minecraft',
    help: 'É o nome com que você entra no servidor.',
    example: 'Steve_123',
    pattern: /^[.*]?[A-Za-z0-9_]{2,16}$/,
    // The game compares names without their case.
    tidy: lower,
    problem: 'O nick tem de 2 a 16 letras, números ou _.',
  },
  minecraft_uuid: {
    label: 'UUID do Minecraft',
    help: 'É o código da sua conta no servidor, com 32 números e letras.',
    example: '069a79f4-44e9-4726-a5be-fca90e38aaf5',
    pattern: /^[0-9A-Fa-f]{8}(-?)[0-9A-Fa-f]{4}\1[0-9A-Fa-f]{4}\1[0-9A-Fa-f]{4}\1[0-9A-Fa-f]{12}$/,
    tidy: (typed) =>
      lower(typed)
        .replace(/-/g, '')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    problem: 'O UUID tem 32 números e letras de a até f.',
  },
  mta_account: {
    label: 'Conta do MTA',
    help: 'É o nome da conta com que você entra no servidor, com as mesmas letras maiúsculas e minúsculas.',
    example: 'joao_silva',
    pattern: /^[A-Za-z0-9_][A-Za-z0-9_.@-]{0,29}$/,
    tidy: asTyped,
    problem: 'A conta tem até 30 letras sem acento, números, ponto, _, - ou @.',
  },
  discord_id: {
    label: 'ID do Discord',
    help: 'É o número da sua conta do Discord.',
    example: '123456789012345678',
    pattern: /^\d{17,20}$/,
    tidy: asTyped,
    problem: 'O ID do Discord deve ter de 17 a 20 números.',
  },
};

/** What somebody typed in its normal form, or undefined if no player of this kind can have it. */
export function cleanIdentity(kind: IdentityKind, typed: string): string | undefined {
  const { pattern, tidy } = identityRules[kind];
  const text = typed.trim();
  return text.length <= IDENTITY_MAX && pattern.test(text) ? tidy(text) : undefined;
}

const SIGN = ':';

/**
 * A player as one text: a city id is its digits, anything else begins with its kind (`minecraft_name:steve`). Deliveries,
 * rights and limits know a player by it, so two players of different kinds never meet.
 */
export function playerKey({ kind, value }: Identity): string {
  return kind === 'city_id' ? value : `${kind}${SIGN}${value}`;
}

/** The player that a key stands for. A text without a known kind is a city id. */
export function readPlayerKey(key: string): Identity {
  const end = key.indexOf(SIGN);
  const kind = identityKinds.find((one) => one === key.slice(0, Math.max(0, end)));
  return kind ? { kind, value: key.slice(end + 1) } : { kind: 'city_id', value: key };
}

/** Every key that a text can stand for when somebody searches for a player. */
export function keysOfSearch(search: string): string[] {
  return identityKinds.flatMap((kind) => {
    const value = cleanIdentity(kind, search);
    return value === undefined ? [] : [playerKey({ kind, value })];
  });
}

/** The kind of id that a base's players have, by the word that its script says hello with. */
const kindsOfFrameworks: Record<string, IdentityKind> = {
  vrp: 'city_id',
  vrp1: 'city_id',
  vrpex: 'city_id',
  vrp2: 'city_id',
  creative3: 'city_id',
  creative4: 'city_id',
  creative_network: 'city_id',
  qbcore: 'citizen_id',
  qbox: 'citizen_id',
  esx: 'identifier',
  ox_core: 'citizen_id',
};

/** The kind that a server's base suggests; undefined where the base is not known to have one. */
export function suggestedKind(game: string, framework: string): IdentityKind | undefined {
  if (game === 'minecraft') return 'minecraft_name';
  if (game === 'mta') return 'mta_account';
  return kindsOfFrameworks[framework];
}

/** The kinds that a checkout asks for in `identities`. City id and Discord id have fields of their own. */
export const typedKinds = identityKinds.filter(
  (kind): kind is Exclude<IdentityKind, 'city_id' | 'discord_id'> => kind !== 'city_id' && kind !== 'discord_id',
);
export type TypedKind = (typeof typedKinds)[number];

/** The key by which a coupon knows a buyer; undefined before an id is typed. */
export function buyerKey(ids: { clientId?: number | undefined; identities?: readonly Identity[] | undefined }) {
  if (ids.clientId !== undefined) return String(ids.clientId);
  const [first] = inOrder(ids.identities ?? []);
  return first && playerKey(first);
}

/** In the order of the kinds, so that the same ids always give the same list. */
export function inOrder<T extends { kind: IdentityKind }>(ids: readonly T[]): T[] {
  return [...ids].sort((a, b) => identityKinds.indexOf(a.kind) - identityKinds.indexOf(b.kind));
}

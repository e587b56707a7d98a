import { isOnlyOnline } from './action-options.ts';
import { BUYERS_SERVER, EVERY_SERVER, serversOfAction } from './action-servers.ts';
import { callsOwnAction, type Game, isGame, ownActions, partsOfAction, targetTexts } from './action-types.ts';
import type { Action } from './actions.ts';
import type { CityListKind, CityName } from './city-lists.ts';
import { languageOf } from './command-line.ts';
import { partsOf } from './placeholders.ts';
import { isLiteral, knownVariables, type NameField, nameRules, type TemplateField, templateOf } from './templates.ts';
import type { AskedVariable } from './variables.ts';

/**
 * Whether the connected cities can do what an action asks. Saving a product, the product form and the list of broken
 * products use the same rules. A city that told no lists is unchecked: it refuses nothing.
 */

export interface CityList {
  /** A name that is not listed does not exist. */
  closed: boolean;
  names: CityName[];
}

export interface City {
  id: string;
  name: string;
  game: Game;
  /**
   * The types of action that its base has, with other words of its hello; null while no script has connected or its base is
   * still starting.
   */
  actions: string[] | null;
  lists: Partial<Record<CityListKind, CityList>>;
}

export interface CityProblem {
  /**
   * - `missing`: the name does not exist there. A product is not saved with it
   * - `unsupported`, `denied`: the delivery would fail as the city is now
   * - `unsure`: the list does not have the name, and may be incomplete
   */
  kind: 'missing' | 'unsupported' | 'denied' | 'unsure';
  field: TemplateField | 'plate' | 'type';
  /** pt-BR, with what to do. */
  text: string;
  /** What is to be typed in the city's console; the text ends with it. */
  line?: string;
}

type Names = Readonly<Record<string, string>>;

export const listOfField: Record<NameField, 'groups' | 'items' | 'vehicles'> = {
  groupName: 'groups',
  itemName: 'items',
  vehicleName: 'vehicles',
};

/** Most names that a template with choices may stand for; more are not checked. */
const MOST_NAMES = 200;

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

interface Index {
  exact: ReadonlyMap<string, CityName>;
  /** By name without case and accents, then by label. */
  folded: ReadonlyMap<string, CityName>;
}
const indexes = new WeakMap<CityList, Index>();

function indexOf(list: CityList): Index {
  const known = indexes.get(list);
  if (known) return known;
  const labels = list.names.flatMap((one): [string, CityName][] => (one.label ? [[fold(one.label), one]] : []));
  const made = {
    exact: new Map(list.names.map((one) => [one.name, one])),
    folded: new Map([...labels.reverse(), ...list.names.map((one): [string, CityName] => [fold(one.name), one])]),
  };
  indexes.set(list, made);
  return made;
}

/** The city's own name for what was written, or undefined. Vehicles mean the same in capitals; `vip:2` is a level of `vip`. */
export function nameInList(list: CityList, field: NameField, written: string): string | undefined {
  const { exact, folded } = indexOf(list);
  if (exact.has(written)) return written;
  // The game reads both names as one.
  if (field === 'itemName' && exact.has(`minecraft:${written}`)) return written;
  if (field === 'groupName') {
    const level = /^(.+):\d+$/.exec(written);
    return level?.[1] !== undefined && exact.has(level[1]) ? written : undefined;
  }
  const other = field === 'vehicleName' ? folded.get(fold(written)) : undefined;
  return other && fold(other.name) === fold(written) ? other.name : undefined;
}

/** The name that somebody probably meant: the same without case and accents, or the one with this label. */
export function meantName(list: CityList, written: string): string | undefined {
  return indexOf(list).folded.get(fold(written))?.name;
}

/** Every name that a template can become, or undefined if they are not known. */
function namesOf(text: string, variables: readonly AskedVariable[] | undefined, product?: string) {
  const known = knownVariables(variables ?? [], product);
  let names = [''];
  for (const part of partsOf(text)) {
    const values = typeof part === 'string' ? [part] : known.get(part.name)?.values;
    if (!values || names.length * values.length > MOST_NAMES) return undefined;
    names = names.flatMap((before) => values.map((value) => before + value));
  }
  return names;
}

/** The cities to which an action goes. */
export function citiesOfAction(action: Action, cities: readonly City[]): readonly City[] {
  // Whoever buys may choose any of them.
  const server = action.server === BUYERS_SERVER ? EVERY_SERVER : action.server;
  return serversOfAction({ target: action.target, server }, cities, undefined);
}

/** The word among a server's actions that says that its commands go by RCON. */
const BY_RCON = 'rcon';

type GameAction = Extract<Action, { target: Game }>;

/** The words of each game: where a store's only server is, what comes from there, and what helps if its base cannot do something. */
const placeTexts: Record<Game, { where: string; from: string; base: string; advice: string }> = {
  fivem: {
    where: 'na cidade',
    from: 'da cidade',
    base: 'A base que está',
    advice: 'Use “Executar comando”, ou instale um adaptador da sua base.',
  },
  minecraft: {
    where: 'no servidor de Minecraft',
    from: 'do servidor de Minecraft',
    base: 'O plugin que está',
    advice: 'Use “Executar comando”, ou instale o LuckPerms para grupos e o Vault para dinheiro.',
  },
  mta: {
    where: 'no servidor de MTA',
    from: 'do servidor de MTA',
    base: 'O recurso que está',
    advice: 'Use uma função do seu commands.lua, ou ligue o recurso que faz isso.',
  },
};

/** What the cities say against an action, most certain first. `cities` are the store's, the first server first. */
export function cityProblems(
  action: Action,
  cities: readonly City[],
  variables: readonly AskedVariable[] | undefined,
  product?: string,
): CityProblem[] {
  if (!isGameAction(action)) return [];
  // Every store has a server. An empty list means that the servers are not read yet.
  if (cities.length > 0 && !cities.some(({ game }) => game === action.target)) {
    const { badge } = targetTexts[action.target];
    const text = `Nenhum servidor de ${badge} conectado ainda. Adicione um em Configurações, Servidores, antes de vender.`;
    return [{ kind: 'unsupported', field: 'type', text }];
  }
  const problems = citiesOfAction(action, cities).flatMap((city) => {
    const where = cities.length > 1 ? `em ${city.name}` : placeTexts[action.target].where;
    return [...problemsIn(action, city, where, variables, product), ...plateProblems(action, city, where)];
  });
  const order = ['missing', 'unsupported', 'denied', 'unsure'] as const;
  return problems.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

const isGameAction = (action: Action): action is GameAction => isGame(action.target);

/**
 * Whether a server tells who is there. A FiveM script without a base has commands only, and does not tell it. The plugin for
 * Minecraft tells it even on a proxy, although a proxy has commands only too.
 */
function knowsPlayers(actions: readonly string[], game: Game): boolean {
  if (game !== 'fivem') return !actions.includes(BY_RCON);
  const { types, templates }: { types: Names; templates: Names } = targetTexts.fivem;
  return actions.some((type) => type in types && templates[type] !== 'command');
}

function problemsIn(
  action: GameAction,
  city: City,
  where: string,
  variables: readonly AskedVariable[] | undefined,
  product: string | undefined,
): CityProblem[] {
  const { base, advice: otherWay, from } = placeTexts[action.target];
  const types: Names = targetTexts[action.target].types;
  if (city.actions && !city.actions.includes(action.type)) {
    const text = city.actions.includes(BY_RCON)
      ? `Por RCON saem só comandos ${where}: “${types[action.type]}” falharia. Use “Executar comando”, ou instale o plugin da Vitrine.`
      : `${base} ${where} não oferece “${types[action.type]}”: a entrega falharia. ${otherWay}`;
    return [{ kind: 'unsupported', field: 'type', text }];
  }
  if (isOnlyOnline(action) && city.actions && !knowsPlayers(city.actions, action.target)) {
    const text = city.actions.includes(BY_RCON)
      ? `Por RCON ninguém sabe quem está ${where}: esta entrega falharia. Tire “Só com o jogador online”, ou instale o plugin da Vitrine.`
      : `O servidor que está ${where} não diz quem está na cidade: esta entrega esperaria para sempre. Tire “Só com o jogador online”, ou instale um adaptador da sua base.`;
    return [{ kind: 'unsupported', field: 'type', text }];
  }
  const template = templateOf(action);
  if (!template) return [];
  if (template.field === 'message') return [];
  if (callsOwnAction(action.type)) return ownActionProblems(template.text, city, where);
  if (template.field === 'command') return commandProblems(action.target, template.text, city, where);
  const { field } = template;
  // Older scripts refuse such a name.
  if (
    field === 'groupName' &&
    city.actions &&
    !city.actions.includes('names') &&
    /[^A-Za-z0-9_\-.:|{}]/.test(template.text)
  ) {
    const text = `O script que está ${where} ainda não lê grupos com espaços ou acentos: atualize-o antes de vender.`;
    return [{ kind: 'unsupported', field, text }];
  }
  const list = city.lists[listOfField[field]];
  const names = list && namesOf(template.text, variables, product);
  const strange = names?.find(
    (name) => !isVip(action, name) && nameInList(list as CityList, field, name) === undefined,
  );
  if (!list || strange === undefined) return [];
  const { thing } = nameRules[field];
  const meant = meantName(list, strange);
  const advice = meant ? `Você quis dizer “${meant}”?` : `Escolha um nome da lista, com a grafia ${from}.`;
  if (list.closed) return [{ kind: 'missing', field, text: `O ${thing} “${strange}” não existe ${where}. ${advice}` }];
  const text = `O ${thing} “${strange}” não está na lista que veio ${where === placeTexts[action.target].where ? from : `de ${city.name}`}, que pode não ter todos. ${meant ? advice : 'Confira o nome.'}`;
  return [{ kind: 'unsure', field, text }];
}

/** On MTA, a VIP of the resource that keeps VIPs: no group of the access list. */
const isVip = ({ target }: Action, name: string) => target === 'mta' && name.startsWith('vip:');

/** The problem of a plate that the city would replace, because its script is too old or its base keeps no plates. */
function plateProblems(action: GameAction, { actions }: City, where: string): CityProblem[] {
  if (action.type !== 'add_vehicle' || !action.plate) return [];
  if (!actions?.includes('add_vehicle') || actions.includes('plate')) return [];
  const text = `O servidor que está ${where} não cria veículos com a placa escolhida: atualize o script ou, se ele já é o atual, deixe a placa vazia, porque a base não guarda placas.`;
  return [{ kind: 'unsupported', field: 'plate', text }];
}

/** An own action that no script of the city has registered now. */
function ownActionProblems(command: string, { actions }: City, where: string): CityProblem[] {
  const { name } = partsOfAction(command);
  if (!actions || ownActions(actions).includes(name)) return [];
  const text = `A ação “${name}” não está registrada ${where}. Ligue o script que a registra, ou escolha outra.`;
  return [{ kind: 'missing', field: 'command', text }];
}

function commandProblems(target: Game, text: string, { lists: { commands } }: City, where: string): CityProblem[] {
  const [first] = languageOf(target)?.read(text) ?? [];
  if (!commands || !first || !isLiteral(first)) return [];
  const name = first.join('').toLowerCase();
  const known = commands.names.find((one) => one.name.toLowerCase() === name);
  if (known?.allowed === false && target === 'minecraft') {
    const text = `O comando “${name}” não é permitido ${where}. Se ele é mesmo para vender, escreva-o em “comandos”, no plugins/Vitrine/config.yml (num proxy, no config.properties).`;
    return [{ kind: 'denied', field: 'command', text }];
  }
  if (known?.allowed === false) {
    const line = `add_ace resource.vitrine command.${name} allow`;
    return [
      {
        kind: 'denied',
        field: 'command',
        // The city tells us of the new permission at its next start, or after “vitrine sincronizar”.
        line,
        text: `Falta a permissão do comando “${name}” ${where}. Adicione a linha ao server.cfg e reinicie; para valer já, digite-a no console e depois “vitrine sincronizar”: ${line}`,
      },
    ];
  }
  if (known) return [];
  return [
    {
      kind: 'unsure',
      field: 'command',
      text: `O comando “${name}” não está registrado ${where} agora. Confira o nome, e se o script dele está ligado.`,
    },
  ];
}

/** True while the names of this action are not checked, because no city of it told the list. */
export function isUnchecked(action: Action, cities: readonly City[]): boolean {
  const field = templateOf(action)?.field;
  if (!field || field === 'command' || field === 'message') return false;
  return citiesOfAction(action, cities).every(({ lists }) => !lists[listOfField[field]]);
}

import { badField, type DiscordError } from './errors.ts';
import type { World } from './world.ts';

type CommandOption = {
  type: number;
  name: string;
  description: string;
  required?: boolean;
  min_length?: number;
  max_length?: number;
};
export type Command = {
  id: string;
  application_id: string;
  guild_id?: string;
  version: string;
  type: number;
  name: string;
  description: string;
  options: CommandOption[];
  default_member_permissions: string | null;
  contexts: number[] | null;
  integration_types: number[];
};

/** The published pattern of command and option names, which also must be lower case (facts: section 6). */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const MAX_COMMANDS = 100;
const MAX_OPTIONS = 25;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const required = (path: string): DiscordError => badField(path, 'BASE_TYPE_REQUIRED', 'This field is required');

function readName(path: string, value: unknown): string {
  if (value === undefined) throw required(path);
  if (typeof value === 'string' && NAME.test(value) && value === value.toLowerCase()) return value;
  throw badField(path, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
}

function readDescription(path: string, value: unknown): string {
  if (value === undefined) throw required(path);
  if (typeof value === 'string' && value.length >= 1 && value.length <= 100) return value;
  throw badField(path, 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
}

function readOption(path: string, value: unknown): CommandOption {
  if (!isRecord(value)) throw badField(path, 'MODEL_TYPE_CONVERT', 'Only dictionaries may be used in a ModelType');
  const { type } = value;
  if (typeof type !== 'number' || !Number.isInteger(type) || type < 1 || type > 11) {
    throw badField(`${path}.type`, 'BASE_TYPE_CHOICES', 'Value must be one of {1..11}.');
  }
  const option: CommandOption = {
    type,
    name: readName(`${path}.name`, value.name),
    description: readDescription(`${path}.description`, value.description),
    required: value.required === true,
  };
  for (const key of ['min_length', 'max_length'] as const) {
    const limit = value[key];
    if (limit === undefined) continue;
    if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 0 || limit > 6000) {
      throw badField(`${path}.${key}`, 'NUMBER_TYPE_MAX', 'int value should be between 0 and 6000.');
    }
    option[key] = limit;
  }
  return option;
}

function readOptions(path: string, value: unknown): CommandOption[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MAX_OPTIONS) {
    throw badField(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${MAX_OPTIONS} or fewer in length.`);
  }
  const options = value.map((each, index) => readOption(`${path}.${index}`, each));
  const firstOptional = options.findIndex((option) => !option.required);
  const lastRequired = options.findLastIndex((option) => option.required);
  if (firstOptional !== -1 && firstOptional < lastRequired) {
    const path_ = `${path}.${lastRequired}`;
    throw badField(path_, 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', 'Required options must be placed first');
  }
  return options;
}

function readIntegers(path: string, value: unknown): number[] | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value) && value.every((each) => Number.isInteger(each) && each >= 0 && each <= 2)) return value;
  throw badField(path, 'BASE_TYPE_CHOICES', 'Value must be one of (0, 1, 2).');
}

function readPermissions(path: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return value;
  throw badField(path, 'PERMISSIONS_INVALID', 'Permissions must be a decimal string.');
}

/** The application's commands, global ones and those of single servers (key '' is global). */
export class Commands {
  readonly #world: World;
  readonly #byScope = new Map<string, Command[]>();

  constructor(world: World) {
    this.#world = world;
  }

  list(guildId = ''): Command[] {
    return this.#byScope.get(guildId) ?? [];
  }

  /** The command that a person can use in that server (undefined: in a direct message). */
  find(name: string, guildId: string | undefined): Command | undefined {
    const local = guildId === undefined ? [] : this.list(guildId);
    return [...local, ...this.list()].find((command) => command.name === name);
  }

  /** Replaces all commands of a scope; a name that stays keeps its id. Throws 50035. */
  replace(body: unknown, guildId = ''): Command[] {
    if (!Array.isArray(body)) throw badField('_', 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType');
    if (body.length > MAX_COMMANDS) {
      throw badField('_', 'BASE_TYPE_MAX_LENGTH', `Must be ${MAX_COMMANDS} or fewer in length.`);
    }
    const before = new Map(this.list(guildId).map((command) => [command.name, command]));
    const commands = body.map((each, index) => this.#read(String(index), each, guildId, before));
    const names = new Set<string>();
    for (const [index, { name }] of commands.entries()) {
      if (names.has(name)) {
        const text = 'Application command names must be unique';
        throw badField(`${index}.name`, 'APPLICATION_COMMANDS_DUPLICATE_NAME', text);
      }
      names.add(name);
    }
    this.#byScope.set(guildId, commands);
    return commands;
  }

  #read(path: string, value: unknown, guildId: string, before: Map<string, Command>): Command {
    if (!isRecord(value)) throw badField(path, 'MODEL_TYPE_CONVERT', 'Only dictionaries may be used in a ModelType');
    const type = value.type ?? 1;
    if (type !== 1) throw badField(`${path}.type`, 'BASE_TYPE_CHOICES', 'Value must be one of {1}.');
    const name = readName(`${path}.name`, value.name);
    return {
      id: before.get(name)?.id ?? this.#world.newId(),
      application_id: this.#world.application.id,
      ...(guildId && { guild_id: guildId }),
      version: this.#world.newId(),
      type: 1,
      name,
      description: readDescription(`${path}.description`, value.description),
      options: readOptions(`${path}.options`, value.options),
      default_member_permissions: readPermissions(
        `${path}.default_member_permissions`,
        value.default_member_permissions,
      ),
      contexts: readIntegers(`${path}.contexts`, value.contexts),
      integration_types: readIntegers(`${path}.integration_types`, value.integration_types) ?? [0],
    };
  }
}

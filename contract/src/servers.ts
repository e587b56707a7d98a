import { z } from 'zod';
import { id, line, requiredLine, StoreScope } from './common.ts';
import { identityKinds } from './identity.ts';
import { limits } from './limits.ts';
import { games } from './targets/entries.ts';

/** A store's game servers: each has a name, a token of its own and one script that delivers for it. */

const name = requiredLine(limits.seatNameMax, 'Informe o nome do servidor.');
const Target = StoreScope.extend({ id });

const game = z.enum(games, 'Escolha o jogo do servidor.');

/** POST /v1/servers/create */
export const ServerCreate = StoreScope.extend({ name, game: game.default('fivem') });

/** POST /v1/servers/edit */
export const ServerEdit = Target.extend({
  name,
  /** Another script with the token may take over after this many minutes without a word; null: never by itself. */
  silenceMinutes: z
    .number()
    .int()
    .min(limits.silenceMinutesMin, `Use ${limits.silenceMinutesMin} minutos ou mais.`)
    .max(limits.silenceMinutesMax, `Use até ${limits.silenceMinutesMax} minutos.`)
    .nullable(),
  /** It can change until a script speaks to the server for the first time. From this field on, a field that is left out stays. */
  game: game.optional(),
  /** How this server knows its players. */
  identity: z.enum(identityKinds).optional(),
  /** The owner's words for the field at checkout; empty text: those of the kind. */
  identityLabel: line(limits.identityLabelMax, 'Use até 30 letras.').optional(),
  identityHelp: line(limits.identityHelpMax, 'Use até 200 letras.').optional(),
});
export type ServerEdit = z.infer<typeof ServerEdit>;

/** POST /v1/servers/token, /token/rotate, /end */
export const ServerTarget = Target;

/** A name with a dot, or a numeric address. A name without a dot could be a machine in our own network. */
const HOST =
  /^(?:(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?|[0-9.]+|[0-9a-f:.]*:[0-9a-f:.]*)$/i;

/** POST /v1/servers/rcon */
export const ServerRcon = Target.extend({
  host: requiredLine(limits.rconHostMax, 'Informe o endereço do servidor.').refine(
    (text) => HOST.test(text),
    'Use um endereço como mc.exemplo.com ou 203.0.113.7, sem a porta.',
  ),
  port: z
    .number('Informe a porta.')
    .int('Informe a porta.')
    .min(limits.rconPortMin, `Use uma porta a partir de ${limits.rconPortMin}.`)
    .max(65_535, 'Use uma porta até 65535.'),
  password: requiredLine(limits.rconPasswordMax, 'Informe a senha do RCON.'),
});

/** GET /v1/store/script/download */
export const ScriptQuery = z.object({ game: game.default('fivem') });

/** POST /v1/servers/decide: `id` is the waiting script's. */
export const ServerDecide = Target.extend({ accept: z.boolean() });

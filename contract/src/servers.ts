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
  /** Can change while no script ever spoke to the server. What is left out stays, of all fields from here. */
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

/** GET /v1/store/script/download */
export const ScriptQuery = z.object({ game: game.default('fivem') });

/** POST /v1/servers/decide: `id` is the waiting script's. */
export const ServerDecide = Target.extend({ accept: z.boolean() });

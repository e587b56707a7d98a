import { z } from 'zod';
import { snowflakePattern } from './actions.ts';
import { Done, id, instant, StoreScope, version } from './common.ts';
import { limits } from './limits.ts';
import { cleanLine } from './names.ts';
import { discordTexts } from './targets/discord/schemas.ts';

/** Alerts: what in a store needs a person, from its beginning to its end. */

const Alert = z.object({
  id,
  /** One of `alertKinds`. */
  kind: z.string(),
  /** It is told in quiet hours too. */
  severe: z.boolean(),
  /** `calm`: the cause is gone, and the alert ends if it stays away for some minutes. */
  state: z.enum(['open', 'calm', 'well']),
  /** pt-BR. */
  text: z.string(),
  /** Path in the panel. */
  href: z.string(),
  begunAt: instant,
  /** When the cause went away; null while it stands. */
  endedAt: instant.nullable(),
});
export type Alert = z.infer<typeof Alert>;

/** POST /v1/alerts */
export const AlertListAnswer = Done.extend({
  /** First the alerts that stand, the most severe first. Then those that ended within 30 days, newest first. At most 100. */
  alerts: z.array(Alert),
  /** How many stand. */
  open: z.number().int(),
});

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Informe a hora, como 23:00.');

const AlertSettings = z.object({
  /** A game server is silent after these minutes. */
  silenceMinutes: z
    .number({ error: 'Informe os minutos.' })
    .int('Informe os minutos sem casas decimais.')
    .min(limits.alertSilenceMinutesMin, `Use ${limits.alertSilenceMinutesMin} minutos ou mais.`)
    .max(limits.silenceMinutesMax, `Use até ${limits.silenceMinutesMax} minutos.`),
  /** In these hours, by the store's clock, only the severe are told; the others wait and come together. null: none. */
  quiet: z
    .object({ from: clock, until: clock })
    .refine(({ from, until }) => from !== until, { path: ['until'], message: 'Use horas diferentes.' })
    .nullable(),
  /** Where alerts are written too: a channel of one of the store's Discord servers. null: nowhere. */
  channel: z
    .object({
      /** The channel's server; absent: the main one. */
      server: z.string().regex(snowflakePattern, discordTexts.discordServer).optional(),
      id: z.string().regex(snowflakePattern, 'Escolha um canal.'),
      name: z.string().max(100).overwrite(cleanLine).default(''),
    })
    .nullable()
    .default(null),
});
export type AlertSettings = z.infer<typeof AlertSettings>;
/** As a form holds them. */
export type AlertSettingsInput = z.input<typeof AlertSettings>;

/** What a store chose, and how often it was saved. */
export const SavedAlertSettings = z.object({
  settings: AlertSettings,
  /** Rises with each save. */
  version,
});
export type SavedAlertSettings = z.infer<typeof SavedAlertSettings>;

/** POST /v1/alerts/settings */
export const AlertSettingsAnswer = Done.extend({
  ...SavedAlertSettings.shape,
  /** Why alerts do not reach the channel, pt-BR; null while they do. */
  channelProblem: z.string().nullable(),
});

/** POST /v1/alerts/settings/edit */
export const AlertSettingsEdit = StoreScope.extend({ settings: AlertSettings, version: version.optional() });
export type AlertSettingsEdit = z.infer<typeof AlertSettingsEdit>;

export const AlertSettingsEdited = Done.extend({ version });

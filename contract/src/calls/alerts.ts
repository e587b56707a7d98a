import {
  AlertListAnswer,
  AlertSettingsAnswer,
  AlertSettingsEdit,
  AlertSettingsEdited,
  SavedAlertSettings,
} from '../alerts.ts';
import { StoreScope } from '../common.ts';
import { call } from './call.ts';

const subdomain = 'cidadealta';
const settings = { silenceMinutes: 10, quiet: { from: '23:00', until: '08:00' }, channel: null };

/** What in a store needs a person. */
export const alerts = {
  'POST /alerts': call({
    id: 'listAlerts',
    access: 'store.read',
    says: "Lists a store's alerts that the caller may see: those that stand, and the ended ones of 30 days.",
    body: StoreScope,
    answer: AlertListAnswer,
    refusals: [],
    example: {
      body: { subdomain },
      answer: {
        success: true,
        open: 1,
        alerts: [
          {
            id: '06h0dkn7c1wr',
            kind: 'city_silent',
            severe: true,
            state: 'open',
            text: 'O servidor “Cidade Alta” está sem contato. As entregas dele esperam até ele voltar.',
            href: '/config?tab=servidores',
            begunAt: '2026-11-23T12:00:00.000Z',
            endedAt: null,
          },
        ],
      },
    },
  }),
  'POST /alerts/settings': call({
    id: 'readAlertSettings',
    access: 'store.edit',
    says: 'Tells what a store chose about its alerts: minutes of silence, quiet hours, and the channel.',
    body: StoreScope,
    answer: AlertSettingsAnswer,
    refusals: [],
    example: { body: { subdomain }, answer: { success: true, settings, version: 2, channelProblem: null } },
  }),
  'POST /alerts/settings/edit': call({
    id: 'editAlertSettings',
    access: 'store.edit',
    says: 'Chooses when a store is told of its alerts, and how.',
    body: AlertSettingsEdit,
    answer: AlertSettingsEdited,
    versioned: SavedAlertSettings,
    refusals: ['changed_meanwhile', 'discord_server_not_found'],
    example: { body: { subdomain, settings, version: 2 }, answer: { success: true, version: 3 } },
  }),
};

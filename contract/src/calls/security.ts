import { SecurityAnswer, SecurityExport, SecurityList } from '../security-events.ts';
import { call } from './call.ts';

/** The security log of one's own account; a store's log is in the room of its people. */
export const security = {
  'POST /account/security': call({
    id: 'listAccountSecurity',
    access: 'account',
    says: "Lists what happened to the ways into the caller's own account, newest first.",
    body: SecurityList,
    answer: SecurityAnswer,
    refusals: [],
    example: {
      body: { limit: 20 },
      answer: {
        success: true,
        entries: [
          {
            id: '06h0dkr5f0ax',
            at: '2026-11-23T12:00:00.000Z',
            kind: 'login',
            text: 'Entrada na conta',
            detail: '',
            person: 'Ana Souza',
            store: null,
            device: 'Chrome no Windows',
            place: 'rede 203.0.113.x',
          },
        ],
        nextCursor: null,
      },
    },
  }),
  'POST /account/security/export': call({
    id: 'exportAccountSecurity',
    access: 'account',
    says: "Downloads the security log of the caller's own account.",
    body: SecurityExport,
    file: ['application/json', 'text/csv'],
    refusals: ['rate_limited'],
    example: { body: { format: 'csv' } },
  }),
  'GET /account/export': call({
    id: 'exportAccount',
    access: 'account',
    stepUp: true,
    says: 'Downloads everything that belongs to the account of the caller.',
    file: ['application/json'],
    refusals: ['rate_limited'],
    example: {},
  }),
};

import { Done } from '../common.ts';
import { PaymentChangesAnswer, PaymentChangeTarget } from '../payment-changes.ts';
import { StoreAnswer, StoreConnection, StoresAnswer, StoreTokenAnswer, StoreTokenMade } from '../store-answers.ts';
import { PolicyConfirm, StoreCreate, StoreEdit, StoreStatus, StoreTarget } from '../stores.ts';
import { call } from './call.ts';

const done = { success: true };
const subdomain = 'cidadealta';
const id = '06h0dkjdq8vs';
const change = { subdomain, id: '06h0dkk4a1cn' };
const at = '2026-11-23T12:00:00.000Z';
const apiToken = 'vtr_9Qm2vX7tR4kLw0sYbZ3hD8nJ6pFaGcEuViTo1KxNqMd';
const store = {
  id,
  name: 'Cidade Alta',
  nameStore: 'Cidade Alta',
  nameDomain: subdomain,
  subdomain,
  primaryColor: '#6d5efc',
  secondaryColor: '#22b8cf',
  logo: null,
  banner: null,
  description: '',
  status: 'active',
  role: 'owner',
  url: 'https://cidadealta.vitrine.com.br',
  apiToken: null,
  mercadoPago: { accessToken: '••••1234', connected: true, account: 'CIDADEALTA', test: false, problem: null },
  legal: { name: '', document: '', address: '', contact: '', terms: '', privacy: '' },
  settings: {
    pixMinutes: 30,
    otherPaymentHours: 72,
    expireFrom: 'completion',
    checkDiscord: false,
    cityCheck: 'warn',
  },
  createdAt: at,
} as const;

/** Stores: their settings, connections and payment account (SPEC.md section 7; DECISIONS.md, Stores). */
export const stores = {
  'GET /store': call({
    id: 'listStores',
    access: 'account',
    says: 'Lists the stores of the caller with their role in each, oldest membership first.',
    answer: StoresAnswer,
    refusals: [],
    example: { answer: { ...done, response: [store] } },
  }),
  'POST /store/create': call({
    id: 'createStore',
    access: 'account',
    says: 'Makes a store on the free plan, owned by the caller.',
    body: StoreCreate,
    answer: StoreAnswer,
    refusals: ['subdomain_reserved', 'subdomain_taken', 'store_limit', 'image_not_found', 'rate_limited'],
    example: {
      body: { nameStore: 'Cidade Alta', nameDomain: subdomain, primaryColor: '#6d5efc', secondaryColor: '#22b8cf' },
      answer: { ...done, response: store },
    },
  }),
  'POST /store/edit': call({
    id: 'editStore',
    access: 'store.edit',
    storeById: true,
    says: 'Saves the settings of a store; a new payment token needs a confirmed session and is checked at the provider.',
    body: StoreEdit,
    answer: StoreAnswer,
    refusals: [
      'subdomain_reserved',
      'subdomain_taken',
      'image_not_found',
      'email_unproven',
      'step_up_required',
      'payment_token_refused',
      'payment_token_country',
      'provider_failed',
      'rate_limited',
    ],
    example: {
      body: {
        id,
        nameStore: 'Cidade Alta',
        nameDomain: subdomain,
        branding: { primaryColor: '#6d5efc', secondaryColor: '#22b8cf' },
        settings: { pixMinutes: 60 },
      },
      answer: { ...done, response: { ...store, settings: { ...store.settings, pixMinutes: 60 } } },
    },
  }),
  'POST /store/status': call({
    id: 'openOrCloseStore',
    access: 'store.edit',
    says: 'Closes a store to buyers or opens it again.',
    body: StoreStatus,
    answer: StoreAnswer,
    refusals: [],
    example: {
      body: { subdomain, status: 'inactive' },
      answer: { ...done, response: { ...store, status: 'inactive' } },
    },
  }),
  'POST /store/delete': call({
    id: 'deleteStore',
    access: 'store.own',
    stepUp: true,
    says: 'Ends a store for everybody and keeps its name from others for 30 days.',
    body: StoreTarget,
    answer: Done,
    refusals: ['owner_only'],
    example: { body: { subdomain }, answer: done },
  }),
  'GET /store/connection': call({
    id: 'readStoreConnection',
    access: 'store.read',
    says: 'Tells the state of the game servers and of the Discord server of a store.',
    answer: StoreConnection,
    refusals: [],
    example: {
      answer: {
        ...done,
        policyConfirmed: true,
        gameUrl: 'https://vitrine.com.br',
        servers: [
          {
            id: '06h0dkm2c5bz',
            name: 'Cidade Alta RP',
            game: 'fivem',
            framework: 'qbcore',
            version: '1.0.0',
            online: true,
            players: 87,
            lastSeenAt: at,
            queued: 0,
            notice: null,
          },
        ],
        discord: { inviteUrl: null, allowedByPlan: true, guild: null },
      },
    },
  }),
  'GET /store/script/download': call({
    id: 'downloadScript',
    access: 'account',
    says: 'Downloads the script that owners install in their FiveM city.',
    file: ['application/zip'],
    refusals: [],
    example: {},
  }),
  'POST /store/policy': call({
    id: 'confirmPolicy',
    access: 'store.connect',
    says: 'Notes that the caller read the notice on the licence of FiveM, which comes before the first game server.',
    body: PolicyConfirm,
    answer: Done,
    refusals: [],
    example: { body: { subdomain, confirmed: true }, answer: done },
  }),
  'POST /store/token': call({
    id: 'readStoreToken',
    access: 'store.connect',
    stepUp: true,
    says: 'Shows the identification token of a store.',
    body: StoreTarget,
    answer: StoreTokenAnswer,
    refusals: [],
    example: { body: { subdomain }, answer: { ...done, apiToken } },
  }),
  'POST /store/token/rotate': call({
    id: 'rotateStoreToken',
    access: 'store.connect',
    stepUp: true,
    says: 'Makes a new identification token; the former one works for 24 more hours.',
    body: StoreTarget,
    answer: StoreTokenMade,
    refusals: ['rate_limited'],
    example: { body: { subdomain }, answer: { ...done, apiToken } },
  }),
  'POST /store/payment-account': call({
    id: 'listPaymentChanges',
    access: 'store.connect',
    says: 'Lists the new payment accounts of a store that can still be undone, newest first.',
    body: StoreTarget,
    answer: PaymentChangesAnswer,
    refusals: [],
    example: {
      body: { subdomain },
      answer: {
        ...done,
        changes: [
          {
            id: change.id,
            account: 'CIDADEALTA',
            accountId: '123456789',
            former: null,
            person: 'Ana Souza',
            device: 'Chrome no Windows',
            place: '203.0.113.x',
            at,
            until: '2026-11-26T12:00:00.000Z',
            hidden: false,
          },
        ],
      },
    },
  }),
  'POST /store/payment-account/undo': call({
    id: 'undoPaymentChange',
    access: 'store.connect',
    says: 'Puts the former payment account back, or none where there was none, which asks for a confirmed session.',
    body: PaymentChangeTarget,
    answer: Done,
    refusals: ['payment_change_over', 'step_up_required'],
    example: { body: change, answer: done },
  }),
  'POST /store/payment-account/accept': call({
    id: 'acceptPaymentChange',
    access: 'store.connect',
    stepUp: true,
    says: 'Says that a new payment account is right, so that this session is asked no more.',
    body: PaymentChangeTarget,
    answer: Done,
    refusals: ['payment_change_over'],
    example: { body: change, answer: done },
  }),
};

import { StoreScope } from '../common.ts';
import {
  ResendChangeBody,
  ResendJobAnswer,
  ResendJobsAnswer,
  ResendPlan,
  ResendPlanAnswer,
  ResendStart,
} from '../resends.ts';
import { call } from './call.ts';

const done = { success: true };
const subdomain = 'cidadealta';
const asOf = '2026-11-23T12:00:00.000Z';
const filter = { subdomain, until: '2026-11-22T03:00:00.000Z', states: ['succeeded'] };
const job = {
  id: '06h0dkq9d2fx',
  state: 'running',
  reason: 'A cidade perdeu o banco de dados',
  actor: 'Ana Souza',
  total: 812,
  resent: 200,
  excluded: 3,
  withdrawn: 0,
  waiting: 20,
  arrived: 180,
  problem: 0,
  createdAt: asOf,
  finishedAt: null,
} as const;

/** Sending delivered goods again, many at a time. */
export const resends = {
  'POST /deliveries/resends/plan': call({
    id: 'planResend',
    access: 'deliveries.repair',
    says: 'Counts what a resend of delivered goods would do, and changes nothing.',
    body: ResendPlan,
    answer: ResendPlanAnswer,
    refusals: ['resend_many_players'],
    example: {
      body: filter,
      answer: {
        ...done,
        asOf,
        total: 812,
        players: 240,
        resend: [{ target: 'fivem', type: 'add_group', state: 'succeeded', count: 812 }],
        excluded: [{ reason: 'refunded', count: 4 }],
        more: false,
      },
    },
  }),
  'POST /deliveries/resends/start': call({
    id: 'startResend',
    access: 'deliveries.repair',
    says: 'Starts a job that sends delivered goods again, each at most once.',
    body: ResendStart,
    answer: ResendJobAnswer,
    refusals: ['resend_running', 'resend_nothing', 'resend_too_many', 'resend_allowance', 'resend_many_players'],
    example: { body: { ...filter, reason: job.reason, asOf }, answer: { ...done, job } },
  }),
  'POST /deliveries/resends': call({
    id: 'listResends',
    access: 'orders.read',
    says: "Lists a store's newest jobs that send goods again, with their progress.",
    body: StoreScope,
    answer: ResendJobsAnswer,
    refusals: [],
    example: { body: { subdomain }, answer: { ...done, jobs: [job] } },
  }),
  'POST /deliveries/resends/change': call({
    id: 'changeResend',
    access: 'deliveries.repair',
    says: 'Pauses, resumes or cancels a job that sends goods again.',
    body: ResendChangeBody,
    answer: ResendJobAnswer,
    refusals: ['resend_not_found', 'resend_over'],
    example: {
      body: { subdomain, id: job.id, change: 'pause' },
      answer: { ...done, job: { ...job, state: 'paused' } },
    },
  }),
};

import { Done, StoreScope } from '../common.ts';
import { NoticesAnswer, NoticesEdit } from '../notices.ts';
import { call } from './call.ts';

const subdomain = 'cidadealta';

/** What a member hears of a store. */
export const notices = {
  'POST /notices': call({
    id: 'readNotices',
    access: 'store.read',
    says: 'Tells what of a store the caller hears of, and how: the kinds that their role may read.',
    body: StoreScope,
    answer: NoticesAnswer,
    refusals: [],
    example: { body: { subdomain }, answer: { success: true, choices: [{ kind: 'sale', mail: false, push: true }] } },
  }),
  'POST /notices/edit': call({
    id: 'editNotices',
    access: 'store.read',
    says: "Chooses what the caller hears of a store, and how; nobody else's notices change.",
    body: NoticesEdit,
    answer: Done,
    refusals: ['validation_failed'],
    example: { body: { subdomain, choices: [{ kind: 'sale', mail: false, push: true }] }, answer: { success: true } },
  }),
};

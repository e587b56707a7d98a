import { Done } from '../common.ts';
import { PushAdd, PushAnswer, PushTarget } from '../push.ts';
import { call } from './call.ts';

const id = '06h0dkn7c1wr';
const key = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';

/** Notices in the caller's browsers. */
export const push = {
  'GET /account/push': call({
    id: 'listPushBrowsers',
    access: 'account',
    says: "Lists the caller's browsers that get notices, and the key with which a browser asks for them.",
    answer: PushAnswer,
    refusals: [],
    example: {
      answer: {
        success: true,
        key,
        browsers: [
          { id, device: 'Chrome no Windows', current: true, createdAt: '2026-11-23T12:00:00.000Z', sentAt: null },
        ],
      },
    },
  }),
  'POST /account/push': call({
    id: 'addPushBrowser',
    access: 'account',
    says: 'Lets a browser get notices, as long as the session of the call is open; of more than 10 browsers the oldest ends.',
    body: PushAdd,
    answer: Done,
    refusals: ['push_service_unknown', 'validation_failed'],
    example: {
      body: {
        endpoint: 'https://fcm.googleapis.com/fcm/send/dEX4mpl3',
        keys: { p256dh: key, auth: 'DGv6ra1nlYgDCS1FRnbzlw' },
      },
      answer: { success: true },
    },
  }),
  'POST /account/push/remove': call({
    id: 'removePushBrowser',
    access: 'account',
    says: 'Ends the notices in one of the caller’s browsers.',
    body: PushTarget,
    answer: Done,
    refusals: ['push_browser_not_found'],
    example: { body: { id }, answer: { success: true } },
  }),
};

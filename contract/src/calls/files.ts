import { StoreScope } from '../common.ts';
import { FileCreate, FileCreateAnswer, FileListAnswer, FileTarget } from '../files.ts';
import { call } from './call.ts';

const done = { success: true };
const subdomain = 'cidadealta';
const file = '06h0dkv3f4ga';

/** Spreadsheets that a job makes. */
export const files = {
  'POST /files': call({
    id: 'listFiles',
    access: 'orders.read',
    says: 'Lists the spreadsheets that the caller asked for in this store, newest first.',
    body: StoreScope,
    answer: FileListAnswer,
    refusals: [],
    example: {
      body: { subdomain },
      answer: {
        ...done,
        files: [
          {
            id: file,
            kind: 'orders',
            state: 'ready',
            filter: { status: 'completed' },
            rows: 97,
            createdAt: '2026-11-23T12:00:00.000Z',
            finishedAt: '2026-11-23T12:00:04.000Z',
            keptUntil: '2026-11-24T12:00:00.000Z',
          },
        ],
      },
    },
  }),
  'POST /files/create': call({
    id: 'createFile',
    access: 'orders.read',
    says: 'Begins a spreadsheet of the orders that a filter names, or of their customers.',
    body: FileCreate,
    answer: FileCreateAnswer,
    refusals: ['rate_limited'],
    example: { body: { subdomain, kind: 'orders', status: 'completed' }, answer: { ...done, id: file } },
  }),
  'POST /files/download': call({
    id: 'downloadFile',
    access: 'orders.read',
    says: 'Downloads a spreadsheet that the caller asked for, as CSV.',
    body: FileTarget,
    file: ['text/csv'],
    refusals: ['file_not_found', 'file_not_ready', 'rate_limited'],
    example: { body: { subdomain, id: file } },
  }),
};

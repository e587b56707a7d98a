import { queryOptions } from '@tanstack/react-query';
import { fileKindTexts } from '@vitrine/contract/file-words';
import type { ListFile } from '@vitrine/contract/files';
import { call, callFile } from '../../lib/call.ts';
import { saveFile } from '../../lib/save-file.ts';
import { keyOf } from '../store/query-keys.ts';

/** How often a file that is under way is looked at, in ms. */
const LOOK_MS = 2_000;
/** A large file takes longer than other answers, in ms. */
const DOWNLOAD_TIMEOUT_MS = 120_000;

export const isUnderWay = ({ state }: ListFile): boolean => state === 'waiting' || state === 'running';

/** The person's spreadsheets in the store, newest first. */
export const filesQuery = (store: string | null) =>
  queryOptions({
    queryKey: keyOf('POST /files', store),
    enabled: store !== null,
    staleTime: 0,
    queryFn: ({ signal }) => call('POST /files', { body: {}, store, signal }),
    refetchInterval: ({ state }) => (state.data?.files.some(isUnderWay) ? LOOK_MS : false),
  });

export async function downloadFile(store: string | null, { id, kind }: Pick<ListFile, 'id' | 'kind'>): Promise<void> {
  const blob = await callFile('POST /files/download', { body: { id }, store, timeoutMs: DOWNLOAD_TIMEOUT_MS });
  saveFile(blob, `vitrine-${fileKindTexts[kind]}.csv`);
}

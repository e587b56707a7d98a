import { fileKindTexts } from '@vitrine/contract/file-words';
import { errorText } from '../../lib/api.ts';
import { notify } from '../../ui/toast.tsx';
import { queryClient } from '../layout/query-client.ts';
import { downloadFile, filesQuery, isUnderWay } from './file-queries.ts';

/** Spreadsheets whose end is still to be told. */
const awaited = new Set<string>();

/** The end of this file will be told, even if the file was never read while it was under way. */
export const awaitFile = (id: string): void => void awaited.add(id);

/** Says once for each of the person's spreadsheets that it is ready or failed, on whatever screen the person is. */
export async function tellFiles(store: string): Promise<void> {
  const { files } = await queryClient.fetchQuery(filesQuery(store));
  for (const file of files) {
    if (isUnderWay(file)) awaited.add(file.id);
    else if (awaited.delete(file.id)) {
      const name = `planilha de ${fileKindTexts[file.kind]}`;
      if (file.state === 'failed') notify.error(`Sua ${name} não pôde ser gerada. Gere de novo.`);
      else {
        notify.success(`Sua ${name} está pronta.`, {
          label: 'Baixar',
          press: () =>
            void downloadFile(store, file).catch((error) => notify.error(errorText(error, 'Erro ao baixar'))),
        });
      }
    }
  }
}

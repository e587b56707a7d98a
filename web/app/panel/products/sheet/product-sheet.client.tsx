import { useMutation } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, errorText } from '../../../lib/api.ts';
import { call, callFile } from '../../../lib/call.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { Alert, Card, PageHeader, Skeleton } from '../../../ui/surfaces.tsx';
import { notify } from '../../../ui/toast.tsx';
import { BackLink } from '../../form/back-link.client.tsx';
import { CsvButton } from '../../list/csv-button.client.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';
import { NoSheet, readSheetFile } from './read-file.ts';
import { counted, doing } from './sheet-words.ts';
import { ToldSheet } from './told-sheet.client.tsx';

/** A file of the whole catalogue takes longer than other answers, in ms. */
const TIMEOUT_MS = 60_000;

/** The catalogue as a sheet: download it, send it back, see what it would do, and only then do it. */
export function ProductSheet() {
  const store = useCurrentStoreId();
  const navigate = useNavigate();
  const [sheet, setSheet] = useState<{ name: string; csv: string } | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [overtaken, setOvertaken] = useState(false);
  const result = useRef<HTMLDivElement>(null);

  const look = useMutation({
    mutationFn: (csv: string) => call('POST /products/import/preview', { body: { csv }, store, timeoutMs: TIMEOUT_MS }),
  });
  const send = useMutation({
    mutationFn: ({ csv, shown }: { csv: string; shown: string }) =>
      call('POST /products/import', { body: { csv, shown }, store, timeoutMs: TIMEOUT_MS }),
    onSuccess(done) {
      void refreshAfter('POST /products/import', store);
      notify.success(`${doing(done, 'done')}.`);
      void navigate('/products');
    },
    onError(error, { csv }) {
      const again = error instanceof ApiError && (error.code === 'sheet_overtaken' || error.code === 'sheet_faulty');
      setOvertaken(again);
      if (again) look.mutate(csv);
    },
  });
  const forget = () => {
    setSheet(null);
    setWrong(null);
    setOvertaken(false);
    look.reset();
    send.reset();
  };
  const take = async (file: File) => {
    forget();
    try {
      const csv = await readSheetFile(file);
      setSheet({ name: file.name, csv });
      look.mutate(csv);
    } catch (error) {
      setWrong(error instanceof NoSheet ? error.message : 'Não foi possível ler o arquivo. Tente de novo.');
    }
  };
  const told = look.data;
  // After a file is chosen, the focus moves to what the sheet would do.
  useEffect(() => {
    if (told) result.current?.focus();
  }, [told]);
  const nothing = told !== undefined && told.created.length + told.changed.length === 0;
  const ready = sheet !== null && told !== undefined && told.faults.length === 0 && !nothing && !look.isPending;
  const failure = look.error ?? (overtaken ? null : send.error);

  return (
    <>
      <BackLink to="/products">Produtos</BackLink>
      <PageHeader
        title="Planilha de produtos"
        description="Baixe, mude no Excel ou no Google Planilhas e envie de volta. Você confere tudo antes."
      />
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <Card title="1. Baixe" description="Uma linha por produto, também os arquivados.">
            <CsvButton
              download={() => callFile('POST /products/export', { body: {}, store, timeoutMs: TIMEOUT_MS })}
              file={`vitrine-produtos-${store}.csv`}
              tone="secondary"
            />
          </Card>
          <Card title="2. Envie de volta" description={`CSV de até ${formatNumber(limits.sheetRowsMax)} produtos.`}>
            <div className="flex flex-wrap items-center gap-3">
              <FileButton label="Escolher planilha" accept=".csv,.txt,text/csv" onFile={(file) => void take(file)} />
              {sheet ? <span className="min-w-0 text-small text-muted wrap-anywhere">{sheet.name}</span> : null}
            </div>
          </Card>
        </div>
        <ul className="list-disc pl-5 text-small text-muted marker:text-accent-text">
          <li>Linha sem ID cria um produto, como rascunho se a situação ficar vazia. Categoria nova é criada.</li>
          <li>Célula vazia apaga o valor. Produto ou coluna que falta na planilha fica como está.</li>
          <li>O estoque muda pela diferença: o que for vendido enquanto você edita continua vendido.</li>
          <li>Imagens, ações, opções e a ordem da loja só mudam no painel.</li>
        </ul>
        {wrong ? <Alert tone="bad" assertive title={wrong} /> : null}
        {failure ? (
          <Alert
            tone="bad"
            assertive
            title={errorText(failure, 'Não foi possível conferir a planilha. Tente de novo.')}
          />
        ) : null}
        {look.isPending ? (
          <div aria-busy="true">
            <span role="status" className="sr-only">
              Conferindo a planilha
            </span>
            <Skeleton className="h-64" />
          </div>
        ) : null}
        {told && !look.isPending ? (
          <div ref={result} tabIndex={-1} className="flex flex-col gap-4 outline-none">
            {overtaken ? (
              <Alert tone="warn" assertive title="O catálogo mudou enquanto você conferia">
                Nada foi aplicado. Confira de novo o que a planilha muda agora.
              </Alert>
            ) : null}
            <ToldSheet told={told} />
          </div>
        ) : null}
      </div>
      {sheet && told && !look.isPending ? (
        <section
          data-bottom-bar
          aria-label="Aplicar a planilha"
          className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center gap-2 border-t border-line bg-surface/95 px-4 py-3 backdrop-blur sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8"
        >
          {ready ? (
            <Button
              pending={send.isPending}
              pendingLabel="Aplicando..."
              className="grow sm:grow-0"
              onClick={() => send.mutate({ csv: sheet.csv, shown: told.shown })}
            >
              {doing(counted(told), 'todo')}
            </Button>
          ) : null}
          <Button tone="quiet" disabled={send.isPending} onClick={forget}>
            Descartar planilha
          </Button>
        </section>
      ) : null}
    </>
  );
}

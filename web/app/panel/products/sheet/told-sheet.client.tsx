import type { SheetLookAnswer, SheetRow } from '@vitrine/contract/product-sheet';
import { type ReactNode, useState } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert, Badge, Card, List, ListRow } from '../../../ui/surfaces.tsx';
import { products } from './sheet-words.ts';

/** Rows that are drawn before somebody asks for more. */
const PART = 50;

/** What a sheet would do, or what is wrong with it. */
export function ToldSheet({ told }: { told: SheetLookAnswer }) {
  const { created, changed, same, faults, moreFaults, categories, ignored } = told;
  const wrong = faults.length + moreFaults;
  const rest = `${same === 1 ? '1 linha fica' : `${formatNumber(same)} linhas ficam`} como ${same === 1 ? 'está' : 'estão'}.`;
  return (
    <>
      {ignored.length > 0 ? (
        <Alert tone="warn" title="Colunas que não são lidas">
          {ignored.join(', ')}
        </Alert>
      ) : null}
      {faults.length > 0 ? (
        <Card
          flush
          title="Corrija antes de aplicar"
          description="Com um erro nada é aplicado."
          actions={<Badge tone="bad">{wrong === 1 ? '1 erro' : `${formatNumber(wrong)} erros`}</Badge>}
        >
          <Rows
            rows={faults}
            keyOf={({ line, column, text }) => `${line} ${column} ${text}`}
            row={({ line, column, text }) => (
              <>
                <span className="figures shrink-0 text-small text-muted sm:w-48">
                  Linha {formatNumber(line)}
                  {column ? ` · ${column}` : ''}
                </span>
                <span className="min-w-0 wrap-anywhere">{text}</span>
              </>
            )}
          />
          {moreFaults > 0 ? (
            <p className="px-4 pb-4 text-small text-muted sm:px-5">E mais {formatNumber(moreFaults)}.</p>
          ) : null}
        </Card>
      ) : null}
      {categories.length > 0 ? (
        <Alert
          title={categories.length === 1 ? 'Cria 1 categoria' : `Cria ${formatNumber(categories.length)} categorias`}
        >
          {categories.join(', ')}
        </Alert>
      ) : null}
      {changed.length > 0 ? (
        <Card
          flush
          aria-label="O que muda"
          title={`${products(changed.length)} ${changed.length === 1 ? 'muda' : 'mudam'}`}
          {...(same > 0 && { description: rest })}
        >
          <Rows rows={changed} keyOf={({ line }) => String(line)} row={(one) => <Change row={one} />} />
        </Card>
      ) : null}
      {created.length > 0 ? (
        <Card flush title={`${products(created.length)} ${created.length === 1 ? 'é criado' : 'são criados'}`}>
          <Rows rows={created} keyOf={({ line }) => String(line)} row={(one) => <Change row={one} />} />
        </Card>
      ) : null}
      {created.length + changed.length + faults.length === 0 ? (
        <Alert title="Nada muda">A planilha diz o mesmo que o catálogo. {same > 0 ? rest : ''}</Alert>
      ) : null}
    </>
  );
}

interface RowsProps<Row> {
  rows: readonly Row[];
  keyOf(row: Row): string;
  row(row: Row): ReactNode;
}

/** A list that is drawn in parts, because a sheet may have thousands of rows. */
function Rows<Row>({ rows, keyOf, row }: RowsProps<Row>) {
  const [shown, setShown] = useState(PART);
  return (
    <>
      <List>
        {rows.slice(0, shown).map((one) => (
          <ListRow key={keyOf(one)} className="flex-col items-start gap-x-4 gap-y-1 sm:flex-row">
            {row(one)}
          </ListRow>
        ))}
      </List>
      {rows.length > shown ? (
        <div className="border-t border-line p-4">
          <Button tone="secondary" size="small" onClick={() => setShown(shown + PART)}>
            Mostrar mais ({formatNumber(rows.length - shown)})
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Change({ row: { line, id, name, changes, note } }: { row: SheetRow }) {
  return (
    <>
      <div className="min-w-0 sm:w-64 sm:shrink-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="figures text-small text-muted">Linha {formatNumber(line)}</p>
        {note ? <p className={classNames('mt-1 text-small', id === null ? 'text-info' : 'text-warn')}>{note}</p> : null}
      </div>
      <dl className="figures min-w-0 grow text-small">
        {changes.map(({ column, before, after }) => (
          <div key={column} className="flex flex-wrap gap-x-2 py-0.5">
            <dt className="text-muted">{column}:</dt>
            <dd className="min-w-0 whitespace-pre-line wrap-anywhere">
              {id === null ? null : (
                <>
                  <span className="text-muted">{before || 'vazio'}</span>
                  {`${before}${after}`.includes('\n') ? '\n→ ' : ' → '}
                </>
              )}
              {after || 'vazio'}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { matchesSearch } from '@vitrine/contract/text-search';
import type { Variable } from '@vitrine/contract/variables';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { CopyButton } from '../../ui/bits.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Badge, Card, List, ListRow, PageHeader, SkeletonRows } from '../../ui/surfaces.tsx';
import { ListToolbar, NothingFound } from '../list/list-faces.client.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { useRowFocus } from '../list/row-focus.ts';
import { builtInMeanings } from '../products/suggestions/placeholders.ts';
import { variablesQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { VariableDeleteDialog } from './variable-delete.client.tsx';
import { answerTexts } from './variable-texts.ts';

/** It brings the schemas that read drafts, so it loads when the first dialog opens. */
const VariableDialog = lazy(async () => ({ default: (await import('./variable-dialog.client.tsx')).VariableDialog }));

/** The store's constants and checkout questions, and Vitrine's built-in variables. */
export function Variables() {
  const query = useQuery(variablesQuery(useCurrentStoreId()));
  const { data } = query;
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<Variable | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Variable | null>(null);
  const focus = useRowFocus<HTMLDivElement>();
  const ask = (variable: Variable) => {
    focus.leave(variable._id);
    setDeleting(variable);
  };
  const shown = data?.filter((variable) =>
    matchesSearch(search, variable.name, variable.kind === 'constant' ? variable.value : variable.label),
  );
  const create = (label: string) => (
    <Button icon={<Plus className="size-4.5" />} onClick={() => setEditing('new')}>
      {label}
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Variáveis"
        description="Escreva {{nome}} em comandos e nomes das ações: na compra, entra o valor."
        actions={data?.length ? create('Nova variável') : null}
      />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <div>
          {query.isLoadingError ? (
            <Card>
              <LoadFailure title="Erro ao carregar variáveis" query={query} />
            </Card>
          ) : !data || !shown ? (
            <SkeletonRows rows={4} className="h-20" />
          ) : data.length === 0 ? (
            <Card>
              <EmptyState
                drawing="receipt"
                title="Nenhuma variável sua ainda"
                action={create('Criar a primeira variável')}
              >
                Um valor fixo que se repete em muitos produtos, ou uma pergunta que o cliente responde no carrinho, como
                a placa do veículo.
              </EmptyState>
            </Card>
          ) : (
            <>
              <ListToolbar>
                <SearchInput label="Buscar variável" value={search} onChange={setSearch} className="sm:w-80" />
              </ListToolbar>
              {shown.length === 0 ? (
                <NothingFound search={search} onClear={() => setSearch('')} />
              ) : (
                <div ref={focus.list} className="flex flex-col gap-4">
                  <Group
                    title="Valores fixos"
                    variables={shown.filter((variable) => variable.kind === 'constant')}
                    onEdit={setEditing}
                    onDelete={ask}
                  />
                  <Group
                    title="Perguntas no carrinho"
                    variables={shown.filter((variable) => variable.kind === 'question')}
                    onEdit={setEditing}
                    onDelete={ask}
                  />
                </div>
              )}
            </>
          )}
        </div>
        <BuiltIns />
      </div>
      {editing ? (
        <Suspense>
          <VariableDialog variable={editing === 'new' ? undefined : editing} onClose={() => setEditing(null)} />
        </Suspense>
      ) : null}
      {deleting ? (
        <VariableDeleteDialog variable={deleting} onClose={() => setDeleting(null)} focusAfter={focus.heir} />
      ) : null}
    </>
  );
}

interface GroupProps {
  title: string;
  variables: Variable[];
  onEdit(variable: Variable): void;
  onDelete(variable: Variable): void;
}

function Group({ title, variables, onEdit, onDelete }: GroupProps) {
  if (variables.length === 0) return null;
  return (
    <Card title={title} flush>
      <List>
        {variables.map((variable) => (
          <ListRow key={variable._id} data-row={variable._id} className="flex-wrap gap-y-2">
            <div className="min-w-0 grow basis-48">
              <h3 className="flex flex-wrap items-center gap-2">
                <code className="font-medium wrap-anywhere">{`{{${variable.name}}}`}</code>
                {variable.kind === 'question' ? (
                  <>
                    <Badge>{answerTexts[variable.answer]}</Badge>
                    {variable.required ? <Badge tone="info">Obrigatória</Badge> : null}
                  </>
                ) : null}
              </h3>
              <p className="wrap-anywhere">{variable.kind === 'constant' ? variable.value : variable.label}</p>
              <UsedBy variable={variable} />
            </div>
            <div className="-ml-3 flex sm:ml-0">
              <CopyButton text={`{{${variable.name}}}`} tone="quiet" size="small" />
              <IconButton label={`Editar ${variable.name}`} size="small" onClick={() => onEdit(variable)}>
                <Pencil className="size-4" />
              </IconButton>
              <IconButton label={`Deletar ${variable.name}`} size="small" onClick={() => onDelete(variable)}>
                <Trash2 className="size-4" />
              </IconButton>
            </div>
          </ListRow>
        ))}
      </List>
    </Card>
  );
}

/** Says where a variable is used, with links. */
function UsedBy({ variable }: { variable: Variable }) {
  const [first, second, ...rest] = variable.usedBy;
  const link = (product: { id: string; name: string }): ReactNode => (
    <Link to={`/products/edit/${product.id}`} className="underline underline-offset-2 hover:text-text">
      {product.name}
    </Link>
  );
  return (
    <p className="text-small text-muted">
      {first ? <>Usada em {link(first)}</> : 'Ainda não usada em produtos'}
      {second ? (
        <>
          {rest.length > 0 ? ', ' : ' e '}
          {link(second)}
        </>
      ) : null}
      {rest.length > 0 ? ` e mais ${rest.length}` : null}
    </p>
  );
}

function BuiltIns() {
  return (
    <Card title="Prontas para usar" description="A Vitrine preenche sozinha em cada compra." flush>
      <List>
        {Object.entries(builtInMeanings).map(([name, meaning]) => (
          <ListRow key={name} className="justify-between gap-3 py-1.5">
            <div className="min-w-0">
              <code className="font-medium">{`{{${name}}}`}</code>
              <p className="text-small text-muted">{meaning}</p>
            </div>
            <CopyButton text={`{{${name}}}`} tone="quiet" size="small" />
          </ListRow>
        ))}
      </List>
    </Card>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import { OrderManual } from '@vitrine/contract/orders';
import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, api, errorText } from '../../lib/api.ts';
import { fieldOfCode } from '../../lib/form-errors.ts';
import { money } from '../../lib/format.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, Textarea, TextInput } from '../../ui/inputs.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Alert, SkeletonRows } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { productsQuery } from '../catalog-queries.ts';
import { useCurrentStoreId } from '../current-store.ts';
import { useOrdersChanged } from './order-queries.ts';

interface Line {
  key: number;
  id: string;
  quantity: number | null;
}
const blank = { clientId: null as number | null, discordId: '', name: '', email: '', reason: '' };
const REASON_REQUIRED = 'Informe o motivo.';

interface ManualOrderProps {
  open: boolean;
  onClose(): void;
  /** With the new order's id. */
  onCreated(id: string): void;
}

/** Gives goods without a payment: a prize, a repair, a sale made elsewhere. Asks for a reason, which the log keeps. */
export function ManualOrder({ open, onClose, onCreated }: ManualOrderProps) {
  const subdomain = useCurrentStoreId();
  const changed = useOrdersChanged(subdomain);
  const products = useQuery({ ...productsQuery(subdomain), enabled: open });
  const [values, setValues] = useState(blank);
  const [lines, setLines] = useState<Line[]>([{ key: 0, id: '', quantity: 1 }]);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const nextKey = useRef(1);
  // One key per opened form: pressing twice, or again after a lost answer, makes one order.
  const idempotencyKey = useRef('');
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (!open) return;
    setValues(blank);
    setLines([{ key: 0, id: '', quantity: 1 }]);
    setProblems({});
    idempotencyKey.current = crypto.randomUUID();
  }, [open]);

  const create = useMutation({
    mutationFn: (body: object) =>
      api<{ order: { _id: string } }>('POST', '/order/manual', {
        body,
        idempotencyKey: idempotencyKey.current,
      }),
    onSuccess: async ({ order }) => {
      notify.success('Pedido manual criado.');
      onCreated(order._id);
      await changed();
    },
    onError: (error) => {
      // A refused order is not made: a corrected form is another one.
      if (error instanceof ApiError && error.status !== 0 && error.status < 500) {
        idempotencyKey.current = crypto.randomUUID();
      }
      const field = error instanceof ApiError ? fieldOfCode(error.code) : undefined;
      refuse({ [field ?? 'root']: errorText(error, 'Erro ao criar o pedido') });
    },
  });

  const refuse = (found: Record<string, string>) => {
    setProblems(found);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { clientId, discordId, name, email, reason } = values;
    const body = {
      subdomain: subdomain ?? undefined,
      clientId: clientId ?? undefined,
      discordId,
      ...(name.trim() && { name }),
      ...(email.trim() && { email }),
      reason,
      idProducts: lines.filter((line) => line.id).map(({ id, quantity }) => ({ id, quantity: quantity ?? Number.NaN })),
    };
    const read = OrderManual.safeParse(body);
    const found: Record<string, string> = {};
    for (const issue of read.error?.issues ?? []) found[String(issue.path[0])] ??= issue.message;
    if (body.idProducts.length === 0) found.idProducts = 'Escolha pelo menos um produto.';
    else if (found.idProducts) found.idProducts = `Use quantidades de 1 a ${limits.quantityMax}.`;
    if (!reason.trim()) found.reason = REASON_REQUIRED;
    if (Object.keys(found).length > 0) refuse(found);
    else create.mutate(body);
  };
  const set = <Key extends keyof typeof blank>(key: Key, value: (typeof blank)[Key]) =>
    setValues({ ...values, [key]: value });
  const setLine = (key: number, change: Partial<Line>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...change } : line)));
  const ready = products.data !== undefined && products.data.length > 0;

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Pedido manual"
      dismissable={!create.isPending}
      footer={
        ready ? (
          <>
            <Button tone="quiet" disabled={create.isPending} onClick={onClose}>
              Voltar
            </Button>
            <Button type="submit" form="manual-order" pending={create.isPending} pendingLabel="Criando...">
              Criar pedido
            </Button>
          </>
        ) : null
      }
    >
      {products.isLoadingError ? (
        <ErrorState
          title="Erro ao pegar produtos."
          retrying={products.isFetching}
          onRetry={() => void products.refetch()}
        />
      ) : !products.data ? (
        <SkeletonRows rows={4} />
      ) : !ready ? (
        <EmptyState
          drawing="shelf"
          title="Nenhum produto para entregar"
          action={<LinkButton to="/products/create">Criar produto</LinkButton>}
        >
          Um pedido manual entrega produtos da sua loja sem cobrar.
        </EmptyState>
      ) : (
        <form ref={form} id="manual-order" noValidate onSubmit={submit} className="flex flex-col gap-5">
          <p className="text-muted">
            Entrega produtos sem cobrar: um prêmio, uma correção, uma venda feita por fora. As ações automáticas rodam
            como em uma compra paga.
          </p>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="ID da cidade" error={problems.clientId}>
              <NumberInput value={values.clientId} onChange={(value) => set('clientId', value)} />
            </Field>
            <Field label="ID do Discord" error={problems.discordId}>
              <TextInput
                inputMode="numeric"
                autoComplete="off"
                maxLength={20}
                value={values.discordId}
                onChange={(event) => set('discordId', event.target.value)}
              />
            </Field>
          </div>
          <div className="flex flex-col gap-2">
            {lines.map((line, index) => (
              <div key={line.key} className="flex items-start gap-2">
                <Field
                  label={index === 0 ? 'Produto' : `Produto ${index + 1}`}
                  error={index === 0 ? problems.idProducts : undefined}
                  className="grow"
                >
                  <Select value={line.id} onChange={(event) => setLine(line.key, { id: event.target.value })}>
                    <option value="">Escolha</option>
                    {products.data.map((product) => (
                      <option key={product.idProduct} value={product.idProduct}>
                        {product.name} ({money(product.price)})
                      </option>
                    ))}
                  </Select>
                </Field>
                <Field label={index === 0 ? 'Quantidade' : `Quantidade ${index + 1}`} className="w-28 shrink-0">
                  <NumberInput value={line.quantity} onChange={(quantity) => setLine(line.key, { quantity })} />
                </Field>
                {lines.length > 1 ? (
                  <IconButton
                    label={`Remover produto ${index + 1}`}
                    className="mt-6.5"
                    onClick={() => setLines(lines.filter(({ key }) => key !== line.key))}
                  >
                    <Trash2 className="size-4" />
                  </IconButton>
                ) : null}
              </div>
            ))}
            {lines.length < limits.orderLinesMax ? (
              <Button
                tone="quiet"
                size="small"
                className="self-start"
                icon={<Plus className="size-4" />}
                onClick={() => setLines([...lines, { key: nextKey.current++, id: '', quantity: 1 }])}
              >
                Outro produto
              </Button>
            ) : null}
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Nome" optional error={problems.name}>
              <TextInput
                maxLength={limits.customerNameMax}
                value={values.name}
                onChange={(event) => set('name', event.target.value)}
              />
            </Field>
            <Field label="E-mail" optional error={problems.email}>
              <TextInput
                type="email"
                maxLength={limits.emailMax}
                value={values.email}
                onChange={(event) => set('email', event.target.value)}
              />
            </Field>
          </div>
          <Field label="Motivo" help="Fica no registro de alterações da loja." error={problems.reason}>
            <Textarea
              rows={2}
              maxLength={300}
              value={values.reason}
              onChange={(event) => set('reason', event.target.value)}
            />
          </Field>
          {problems.root || problems.variables ? (
            <Alert tone="bad" assertive>
              {problems.root ?? problems.variables}
            </Alert>
          ) : null}
        </form>
      )}
    </Dialog>
  );
}

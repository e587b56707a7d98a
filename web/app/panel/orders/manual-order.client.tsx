import { useMutation, useQuery } from '@tanstack/react-query';
import type { Sent } from '@vitrine/contract/calls/table';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { same } from '../form/edited/differences.ts';
import { filledState } from '../form/edited/fill-form.ts';
import { useDraft } from '../form/edited/use-draft.client.tsx';
import { useFirstError } from '../form/use-first-error.ts';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { productsQuery, variablesQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { useServers } from '../store/servers-query.ts';
import { choicesFor, kindsAsked } from './asked-kinds.ts';
import { ManualOrderFields } from './manual-order-fields.client.tsx';
import {
  blankOrder,
  knownLines,
  type ManualProblems,
  type ManualValues,
  manualBody,
  manualProblems,
  orderAgain,
  questionsOf,
} from './manual-order-model.ts';
import { orderQuery } from './order-queries.ts';

interface ManualOrderProps {
  /** The order whose product the player gets again. */
  again: { order: string; product: string } | null;
  onClose(): void;
  /** Called with the new order's id; null: it waits for another person. */
  onCreated(id: string | null): void;
}

/**
 * Gives goods without a payment: a prize, a repair, a sale made elsewhere. It asks the checkout's questions for these
 * products, and a reason for the log. It is mounted when it opens.
 */
export function ManualOrder({ again, onClose, onCreated }: ManualOrderProps) {
  const subdomain = useCurrentStoreId();
  const products = useQuery(productsQuery(subdomain));
  const variables = useQuery(variablesQuery(subdomain));
  const earlier = useQuery(orderQuery(subdomain, again?.order ?? null));
  const [filled, setFilled] = useState(again === null);
  const [blank] = useState(blankOrder);
  const [typed, setValues] = useState(blank);
  if (!filled && again && earlier.data) {
    setFilled(true);
    setValues(orderAgain(earlier.data.order, again.product));
  }
  const [problems, setProblems] = useState<ManualProblems>({});
  const { form, focusFirstError } = useFirstError();
  const values = products.data ? { ...typed, lines: knownLines(typed.lines, products.data) } : typed;
  const questions = questionsOf(variables.data ?? [], values.lines);

  const all = useServers() ?? [];
  const servers = choicesFor(products.data ?? [], values.lines, all);

  const kinds = kindsAsked(products.data ?? [], values.lines, all, servers.length > 0 ? values.serverId : '');

  const { forget, notice } = useDraft<ManualValues>(
    {
      draft: again ? undefined : 'order:new',
      dirty: !same(typed, blank),
      read: undefined,
      now: () => typed,
      fill: (from, own, mine) => setValues(filledState(from, own, mine)),
    },
    useRef(undefined),
  );
  const giveUp = () => {
    forget();
    onClose();
  };

  const create = useMutation({
    mutationFn: (body: Sent<'POST /order/manual', 'body'>) =>
      call('POST /order/manual', { body, idempotencyKey: typed.key }),
    onSuccess: async (answer) => {
      forget();
      const made = answer.result === 'done';
      notify.success(made ? 'Pedido manual criado.' : 'O pedido espera a aprovação de outra pessoa.');
      onCreated(made ? answer.order._id : null);
      await refreshAfter('POST /order/manual', subdomain);
    },
    onError: (error) => {
      // The server refused, so no order exists: the corrected form is a new order and needs a new key.
      if (error instanceof ApiError && error.status !== 0 && error.status < 500) {
        setValues((before) => ({ ...before, key: crypto.randomUUID() }));
      }
      refuse({ [fieldOf(error)]: errorText(error, 'Erro ao criar o pedido') });
    },
  });
  /** The form's place for a refusal. A question that was added in the meantime has no field, so it shows above. */
  const fieldOf = (error: Error): string => {
    const field = error instanceof ApiError ? error.field : undefined;
    if (field?.startsWith('variables')) {
      const shown = questions.some(({ name }) => field === `variables.${name}`);
      if (!shown) void variables.refetch();
      return shown ? field : 'root';
    }
    if (field?.startsWith('idProducts.')) {
      // A product that was changed in the meantime may have other options, so it is read again.
      void products.refetch();
      const [, line = '', , option = ''] = field.split('.');
      const sent = values.lines.filter(({ id }) => id !== '')[Number(line)];
      const product = products.data?.find(({ _id }) => _id === sent?.id);
      return product?.options.some(({ name }) => name === option) ? field : 'root';
    }
    return field ?? 'root';
  };

  const refuse = (found: ManualProblems) => {
    setProblems(found);
    focusFirstError();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = { ...values, serverId: servers.length > 0 ? values.serverId : '' };
    const body = manualBody(chosen, questions, subdomain, kinds);
    const found = manualProblems(body, questions, servers.length > 0, kinds, products.data);
    if (Object.keys(found).length > 0) refuse(found);
    else create.mutate(body as Sent<'POST /order/manual', 'body'>);
  };
  const failed = [products, variables, earlier].find((query) => query.isLoadingError);
  const ready = filled && products.data !== undefined && products.data.length > 0 && variables.data !== undefined;

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Pedido manual"
      dismissable={!create.isPending}
      footer={
        ready ? (
          <>
            <Button tone="quiet" disabled={create.isPending} onClick={giveUp}>
              Voltar
            </Button>
            <Button type="submit" form="manual-order" pending={create.isPending} pendingLabel="Criando...">
              Criar pedido
            </Button>
          </>
        ) : null
      }
    >
      {failed ? (
        <LoadFailure title="Erro ao pegar produtos." query={failed} />
      ) : !products.data || !variables.data || !filled ? (
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
          {notice}
          <p className="text-muted">
            Entrega produtos sem cobrar: um prêmio, uma correção, uma venda feita por fora. As ações automáticas rodam
            como em uma compra paga.
          </p>
          <ManualOrderFields
            values={values}
            onChange={(part) => setValues({ ...typed, ...part })}
            problems={problems}
            products={products.data}
            questions={questions}
            servers={servers}
            kinds={kinds}
          />
        </form>
      )}
    </Dialog>
  );
}

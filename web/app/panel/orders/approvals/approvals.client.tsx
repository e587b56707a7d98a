import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, List } from '../../../ui/surfaces.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { ApprovalRow, PastApproval } from './approval-row.client.tsx';
import { approvalsQuery } from './approvals-query.ts';

/** Requests that stand above the orders; the others come with a press. */
const FIRST = 3;

/** What waits for a second person, above the orders. Hidden while nothing waits. */
export function WaitingApprovals({ onOpen }: { onOpen(order: string): void }) {
  const { data } = useQuery(approvalsQuery(useCurrentStoreId()));
  const [all, setAll] = useState(false);
  const waiting = data?.approvals.filter(({ state }) => state === 'waiting') ?? [];
  if (waiting.length === 0) return null;
  const shown = all ? waiting : waiting.slice(0, FIRST);
  return (
    <Card
      flush
      title="Pedidos de aprovação"
      description="Nada acontece antes que outra pessoa da equipe aprove."
      actions={<Badge tone="warn">{waiting.length === 1 ? '1 espera' : `${waiting.length} esperam`}</Badge>}
      className="mb-4 overflow-hidden"
    >
      <List aria-label="Pedidos de aprovação">
        {shown.map((approval) => (
          <li key={approval.id} className="px-4 py-3 sm:px-5">
            <ApprovalRow approval={approval} onOpen={onOpen} />
          </li>
        ))}
      </List>
      {shown.length < waiting.length ? (
        <div className="border-t border-line px-4 py-3 sm:px-5">
          <Button size="small" tone="quiet" onClick={() => setAll(true)}>
            Mostrar todos
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

/** The requests about one order, on its page: those that wait, and those of the last days that ended without approval. */
export function OrderApprovals({ order }: { order: string }) {
  const { data } = useQuery(approvalsQuery(useCurrentStoreId()));
  const own =
    data?.approvals.filter((approval) => approval.order?._id === order && approval.state !== 'approved') ?? [];
  if (own.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      {own.map((approval) =>
        approval.state === 'waiting' ? (
          <section
            key={approval.id}
            aria-label="Espera aprovação"
            className="flex flex-col gap-2 rounded-control border border-line bg-sunken px-4 py-3"
          >
            <div>
              <Badge tone="warn">Espera aprovação</Badge>
            </div>
            <ApprovalRow approval={approval} />
          </section>
        ) : (
          <PastApproval key={approval.id} approval={approval} />
        ),
      )}
    </div>
  );
}

import { type ApprovalKind, type ApprovalState, approvalRights } from '@vitrine/contract/approval-words';
import type { ErrorCode } from '@vitrine/contract/errors';
import { formatCentavos } from '@vitrine/contract/money';
import { mayDo } from '@vitrine/contract/permissions';
import type { Role } from '@vitrine/contract/roles';

/**
 * Whether a value needs two people, alone or with what went back of the same order shortly before. `rule` is the lowest value that
 * needs two; null means that none does. All in centavos.
 */
export const needsTwo = (rule: number | null, centavos: number, before = 0): boolean =>
  rule !== null && centavos + before >= rule;

/** A request as it stands now. `over`: its time has passed, even if no sweep has ended it yet. */
export interface Standing {
  kind: ApprovalKind;
  state: ApprovalState;
  over: boolean;
  askedBy: string;
}

/** A member as they are now. Without a role: somebody who left, or whom the store waits for. */
export interface Person {
  account: string;
  role: Role | undefined;
}

const holds = (role: Role | undefined, kind: ApprovalKind) => role !== undefined && mayDo(role, approvalRights[kind]);

/** Whether this member is one of those who may decide the request. */
export const mayDecide = ({ kind, askedBy }: Pick<Standing, 'kind' | 'askedBy'>, { account, role }: Person): boolean =>
  account !== askedBy && holds(role, kind);

/** Why this member may not decline the request; undefined: they may. */
export function declineProblem(request: Standing, by: Person): ErrorCode | undefined {
  if (request.state !== 'waiting' || request.over) return 'approval_over';
  if (by.account === request.askedBy) return 'approval_own';
  return mayDecide(request, by) ? undefined : 'forbidden';
}

/** Why this member may not approve the request; undefined: they may. `asker`: the present role of whoever asked. */
export function approveProblem(request: Standing, by: Person, asker: Role | undefined): ErrorCode | undefined {
  return declineProblem(request, by) ?? (holds(asker, request.kind) ? undefined : 'approval_asker');
}

/** What is asked for, inside a sentence: `reembolso de R$ 650,00 do pedido 7`. */
export function subjectOf(kind: ApprovalKind, centavos: number, number: number | null): string {
  const value = formatCentavos(centavos);
  return kind === 'refund' ? `reembolso de ${value} do pedido ${number}` : `pedido manual de ${value}`;
}

import { BUYERS_SERVER } from '@vitrine/contract/action-servers';
import type { Product } from '@vitrine/contract/catalog';
import { errors } from '@vitrine/contract/errors';
import { limits } from '@vitrine/contract/limits';
import { OrderManual } from '@vitrine/contract/orders';
import type { CheckoutQuestion, Variable } from '@vitrine/contract/variables';

/** The values of the manual order's form and the body that it sends. */

export interface ManualLine {
  key: number;
  id: string;
  quantity: number | null;
}

export interface ManualValues {
  clientId: number | null;
  /** The chosen game server; empty without a choice. */
  serverId: string;
  discordId: string;
  name: string;
  email: string;
  reason: string;
  lines: ManualLine[];
  /** Answers by variable name. Answers to questions that no chosen product asks stay here too. */
  answers: Record<string, string>;
}

/** Texts by field: a name of `ManualValues`, `variables.{name}` of a question, or `root`. */
export type ManualProblems = Record<string, string>;

/** The empty form. */
export function blankOrder(): ManualValues {
  const lines = [{ key: 0, id: '', quantity: 1 }];
  return { clientId: null, serverId: '', discordId: '', name: '', email: '', reason: '', lines, answers: {} };
}

/** The questions that the chosen products ask, as the checkout would ask them. */
export function questionsOf(variables: readonly Variable[], lines: readonly ManualLine[]): CheckoutQuestion[] {
  const chosen = new Set(lines.map(({ id }) => id).filter((id) => id !== ''));
  return variables.filter(
    (variable): variable is Extract<Variable, { kind: 'question' }> =>
      variable.kind === 'question' &&
      chosen.size > 0 &&
      (variable.products.length === 0 || variable.products.some((id) => chosen.has(id))),
  );
}

/** Whether the chosen products have an action whose server is to be chosen. */
export function choosesServer(products: readonly Product[], lines: readonly ManualLine[]): boolean {
  return products.some(
    ({ _id, fiveMActions }) =>
      lines.some(({ id }) => id === _id) && fiveMActions.some(({ server }) => server === BUYERS_SERVER),
  );
}

/** Body of POST /v1/order/manual, without empty fields and without answers to questions that are not asked. */
export function manualBody(values: ManualValues, questions: readonly CheckoutQuestion[], subdomain: string | null) {
  const answers = questions.flatMap(({ name }) => {
    const answer = values.answers[name]?.trim();
    return answer ? [[name, answer] as const] : [];
  });
  return {
    subdomain: subdomain ?? undefined,
    clientId: values.clientId ?? undefined,
    discordId: values.discordId,
    ...(values.serverId && { serverId: values.serverId }),
    ...(values.name.trim() && { name: values.name }),
    ...(values.email.trim() && { email: values.email }),
    ...(answers.length > 0 && { variables: Object.fromEntries(answers) }),
    reason: values.reason,
    idProducts: values.lines
      .filter((line) => line.id)
      .map(({ id, quantity }) => ({ id, quantity: quantity ?? Number.NaN })),
  };
}

/** What is wrong with the order, by field. Empty when the order can be sent. */
export function manualProblems(
  body: ReturnType<typeof manualBody>,
  questions: readonly CheckoutQuestion[],
  needsServer = false,
): ManualProblems {
  const problems: ManualProblems = {};
  for (const issue of OrderManual.safeParse(body).error?.issues ?? []) {
    problems[String(issue.path[0])] ??= issue.message;
  }
  if (body.idProducts.length === 0) problems.idProducts = 'Escolha pelo menos um produto.';
  else if (problems.idProducts) problems.idProducts = `Use quantidades de 1 a ${limits.quantityMax}.`;
  if (needsServer && !body.serverId) problems.serverId = errors.server_required.text;
  if (!body.reason.trim()) problems.reason = errors.reason_required.text;
  for (const { name, required } of questions) {
    if (required && !body.variables?.[name]) problems[`variables.${name}`] = errors.variable_required.text;
  }
  return problems;
}

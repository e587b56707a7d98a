import type { Product } from '@vitrine/contract/catalog';
import { errors } from '@vitrine/contract/errors';
import { cleanIdentity, type IdentityKind, identityRules } from '@vitrine/contract/identity';
import { limits } from '@vitrine/contract/limits';
import { checkoutTexts } from '@vitrine/contract/order-words';
import { type Order, OrderManual } from '@vitrine/contract/orders';
import { chosenOptions } from '@vitrine/contract/product-options';
import type { CheckoutQuestion, Variable } from '@vitrine/contract/variables';
import { cityIdOf, isTyped } from './player-ids.ts';

/** The values of the manual order's form and the body that it sends. */

export interface ManualLine {
  key: number;
  id: string;
  quantity: number | null;
  /** Answers to the product's options, by name. */
  options: Record<string, string>;
}

export interface ManualValues {
  /**
   * The order's idempotency key. A draft keeps it, so a second press makes the same order, also after a lost answer or a
   * crash.
   */
  key: string;
  clientId: number | null;
  /** The player's other ids, by kind. */
  identities: Record<string, string>;
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

/**
 * Texts by field: a name of `ManualValues`, `identities.{kind}`, `variables.{name}` of a question, `optionField` of an option, or
 * `root`.
 */
export type ManualProblems = Record<string, string>;

/** The field of an option: its line's place among the lines that are sent, as the server counts. */
export const optionField = (line: number, option: string) => `idProducts.${line}.options.${option}`;

/** A line without a product. */
export const blankLine = (key: number): ManualLine => ({ key, id: '', quantity: 1, options: {} });

/** The empty form. */
export function blankOrder(): ManualValues {
  const lines = [blankLine(0)];
  return {
    key: crypto.randomUUID(),
    clientId: null,
    identities: {},
    serverId: '',
    discordId: '',
    name: '',
    email: '',
    reason: '',
    lines,
    answers: {},
  };
}

/**
 * The form of an order that gives what an earlier one gave: one unit of `product`, as it was named there, for the same player.
 * Its options are asked again, because orders keep them only as people read them.
 */
export function orderAgain(
  { name: items, identities, discordId, customerName, email }: OrderOfPlayer,
  product: string,
): ManualValues {
  const item = items.find((one) => one.name === product);
  return {
    ...blankOrder(),
    clientId: cityIdOf(identities) ?? null,
    identities: Object.fromEntries(
      identities.filter(({ kind }) => isTyped(kind)).map(({ kind, value }) => [kind, value]),
    ),
    discordId,
    name: customerName ?? '',
    email: email ?? '',
    lines: [{ ...blankLine(0), id: item?.productId ?? '' }],
  };
}

type OrderOfPlayer = Pick<Order, 'name' | 'identities' | 'discordId' | 'customerName' | 'email'>;

/** The lines, without the products that are gone since a draft was typed. */
export function knownLines(lines: readonly ManualLine[], products: readonly Pick<Product, '_id'>[]): ManualLine[] {
  const known = new Set(products.map(({ _id }) => _id));
  return lines.map((line) =>
    line.id === '' || known.has(line.id) ? line : { ...blankLine(line.key), quantity: line.quantity },
  );
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

/** Body of POST /v1/order/manual, without empty fields and without answers to questions that are not asked. */
export function manualBody(
  values: ManualValues,
  questions: readonly CheckoutQuestion[],
  subdomain: string | null,
  kinds: readonly IdentityKind[] = ['city_id'],
) {
  const identities = kinds.filter(isTyped).flatMap((kind) => {
    const value = values.identities[kind]?.trim();
    return value ? [{ kind, value }] : [];
  });
  const answers = questions.flatMap(({ name }) => {
    const answer = values.answers[name]?.trim();
    return answer ? [[name, answer] as const] : [];
  });
  return {
    subdomain: subdomain ?? undefined,
    clientId: kinds.includes('city_id') ? (values.clientId ?? undefined) : undefined,
    ...(identities.length > 0 && { identities }),
    discordId: values.discordId,
    ...(values.serverId && { serverId: values.serverId }),
    ...(values.name.trim() && { name: values.name }),
    ...(values.email.trim() && { email: values.email }),
    ...(answers.length > 0 && { variables: Object.fromEntries(answers) }),
    reason: values.reason,
    idProducts: values.lines
      .filter((line) => line.id)
      .map(({ id, quantity, options }) => ({
        id,
        quantity: quantity ?? Number.NaN,
        options: Object.fromEntries(Object.entries(options).filter(([, answer]) => answer.trim() !== '')),
      })),
  };
}

/** What is wrong with the order, by field. Empty when the order can be sent. */
export function manualProblems(
  body: ReturnType<typeof manualBody>,
  questions: readonly CheckoutQuestion[],
  needsServer = false,
  kinds: readonly IdentityKind[] = ['city_id'],
  products: readonly Pick<Product, '_id' | 'options'>[] = [],
): ManualProblems {
  const problems: ManualProblems = {};
  for (const issue of OrderManual.safeParse(body).error?.issues ?? []) {
    if (issue.path[0] !== 'identities') problems[String(issue.path[0])] ??= issue.message;
  }
  if (kinds.includes('city_id') && body.clientId === undefined) problems.clientId = checkoutTexts.ids;
  for (const kind of kinds.filter(isTyped)) {
    const value = body.identities?.find((one) => one.kind === kind)?.value;
    const { label, problem } = identityRules[kind];
    if (value === undefined) problems[`identities.${kind}`] = `Preencha: ${label}.`;
    else if (cleanIdentity(kind, value) === undefined) problems[`identities.${kind}`] = problem;
  }
  if (body.idProducts.length === 0) problems.idProducts = 'Escolha pelo menos um produto.';
  else if (problems.idProducts) problems.idProducts = `Use quantidades de 1 a ${limits.quantityMax}.`;
  for (const [line, { id, options }] of body.idProducts.entries()) {
    const product = products.find(({ _id }) => _id === id);
    const chosen = product && chosenOptions(product.options, options);
    if (chosen && 'problem' in chosen) problems[optionField(line, chosen.option)] = chosen.error;
  }
  if (needsServer && !body.serverId) problems.serverId = errors.server_required.text;
  if (!body.reason.trim()) problems.reason = errors.reason_required.text;
  for (const { name, required } of questions) {
    if (required && !body.variables?.[name]) problems[`variables.${name}`] = errors.variable_required.text;
  }
  return problems;
}

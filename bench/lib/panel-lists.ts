import type { Call } from '@vitrine/contract/calls/call';
import { type CallName, calls } from '@vitrine/contract/calls/table';

/**
 * The lists, searches and figures of the panel, from the table of calls. Each call of a member that answers a list is there without
 * a filter, once for each value of each filter, and once for each pair of values of two filters.
 */

export interface ListCall {
  call: CallName;
  /** What is sent beside the store, in words: `state=failed search=silva`. */
  words: string;
  body: Readonly<Record<string, unknown>>;
  /** How many filters it names: 0, 1 or 2. */
  filters: number;
}

type Body = Readonly<Record<string, unknown>>;
/** Values of a field. Each is sent as this field. A value that is `fields(…)` is sent as several fields of the body. */
type Values = Readonly<Record<string, readonly unknown[]>>;

class Fields {
  readonly body: Body;
  constructor(body: Body) {
    this.body = body;
  }
}
/** One choice of a person that fills more than one field. */
export const fields = (body: Body): Fields => new Fields(body);

/** Calls that answer a list and are not read here, with the reason. */
const LEFT_OUT: Partial<Record<CallName, string>> = {
  'GET /discord/roles': 'asks Discord',
  'GET /discord/channels': 'asks Discord',
  'POST /deliveries/cancel/many': 'writes',
  'POST /deliveries/renew': 'writes',
  'POST /deliveries/renew/preview': 'for deliveries that a person chose, 100 at most',
  'POST /deliveries/edit/form': 'one delivery',
  'POST /order/refund/preview': 'one order',
  'POST /pages/details': 'one page',
  'POST /pages/publish': 'writes',
  'POST /window/publish': 'writes',
  'POST /window/restore': 'writes',
  'POST /products/name': 'one product',
  'POST /categories/name': 'one category',
  'POST /products/change': 'writes',
  'POST /products/change/preview': 'for products that a person chose, 200 at most',
  'POST /products/import/preview': 'reads a sheet of the caller',
  'POST /products/rehearse': 'one product',
  'POST /rehearsals/start': 'writes',
  'POST /undo': 'writes',
  'POST /rehearsals': 'one rehearsal',
  'POST /password/change': 'writes',
  'POST /account/passkeys/start': 'writes',
  'POST /account/second-factor/confirm': 'writes',
  'POST /account/second-factor/recovery-codes': 'writes',
};

interface Def {
  type: string;
  shape?: Record<string, Schema>;
  entries?: Record<string, string>;
  innerType?: Schema;
  in?: Schema;
}
interface Schema {
  def: Def;
}

/** The definition behind `optional`, `nullable`, defaults and pipes. */
function inner(schema: Schema): Def {
  const { def } = schema;
  const next = def.innerType ?? def.in;
  return next ? inner(next) : def;
}

function holdsList(schema: Schema | undefined): boolean {
  if (!schema) return false;
  const { type, shape } = inner(schema);
  return type === 'array' || Object.values(shape ?? {}).some(holdsList);
}

const OTHER_CALLERS = new Set(['public', 'shopper', 'customer', 'game', 'provider']);
/** Calls of the shop that the panel reads too. */
const OF_THE_SHOP: readonly string[] = ['POST /products', 'POST /categories'] satisfies CallName[];

/** The calls of members that answer a list. */
export const listCalls = (Object.entries(calls) as [CallName, Call][])
  .filter(([name, row]) => !OTHER_CALLERS.has(row.access) || OF_THE_SHOP.includes(name))
  .filter(([, row]) => holdsList(row.answer as Schema | undefined))
  .map(([name]) => name);

/** The fields of a call's body, but not the store, each with the values of its enumeration if it has one. */
function bodyFields(name: CallName): [field: string, values: readonly unknown[] | undefined][] {
  const { body } = calls[name] as Call;
  if (!body) return [];
  return Object.entries(inner(body as unknown as Schema).shape ?? {})
    .filter(([field]) => field !== 'subdomain')
    .map(([field, schema]) => {
      const { entries } = inner(schema);
      return [field, entries && Object.values(entries)];
    });
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The bodies of one call: nothing chosen, each value alone, each pair of two fields. */
function bodiesOf(call: CallName, values: Values, always: Body): ListCall[] {
  const missing = bodyFields(call).filter(([field, own]) => !own && !values[field] && !(field in always));
  if (missing.length) throw new Error(`${call} has no value for ${missing.map(([field]) => field).join(', ')} here.`);
  const choices = bodyFields(call)
    .filter(([field]) => !(field in always))
    .map(([field, own]) => [field, values[field] ?? own ?? []] as const);
  const sent = (field: string, value: unknown): Body => (value instanceof Fields ? value.body : { [field]: value });
  const row = (body: Body, filters: number): ListCall => ({
    call,
    words: Object.entries({ ...always, ...body })
      .map(([field, value]) => `${field}=${shown(value)}`)
      .join(' '),
    body: { ...always, ...body },
    filters,
  });
  const single = choices.flatMap(([field, all]) => all.map((value) => sent(field, value)));
  const pairs = choices.flatMap(([field, all], index) =>
    choices
      .slice(index + 1)
      .flatMap(([other, others]) =>
        all.flatMap((value) => others.map((second) => ({ ...sent(field, value), ...sent(other, second) }))),
      ),
  );
  return [row({}, 0), ...single.map((body) => row(body, 1)), ...pairs.map((body) => row(body, 2))];
}

/** What is sent for the fields that are no enumeration; of a call alone, or of every call that has the field. */
export interface Samples {
  everywhere: Values;
  only: Partial<Record<CallName, Values>>;
  /** Fields that a call cannot do without. */
  always: Partial<Record<CallName, readonly Body[]>>;
}

/** Every body of every list. Throws when a list has a field without a sample, or is left out and no list. */
export function listBodies({ everywhere, only, always }: Samples): ListCall[] {
  const gone = Object.keys(LEFT_OUT).filter((name) => !(listCalls as string[]).includes(name));
  if (gone.length) throw new Error(`No list of the table of calls: ${gone.join(', ')}`);
  return listCalls
    .filter((name) => !LEFT_OUT[name])
    .flatMap((name) =>
      (always[name] ?? [{}]).flatMap((body) => bodiesOf(name, { ...everywhere, ...only[name] }, body)),
    );
}

import { actionSentence } from '@vitrine/contract/action-text';
import { DEFAULT_TIME_ZONE } from '@vitrine/contract/dates';
import { parseReais, toReais } from '@vitrine/contract/money';
import { productStatuses, productStatusTexts } from '@vitrine/contract/product-status';
import { plainText } from '@vitrine/contract/text-search';
import { videoAddress } from '@vitrine/contract/window-kinds';
import { csvAmount } from '../../../csv.ts';
import type { EditableProduct } from '../queries.ts';

/** What a sheet says of a product. Pictures, actions and options are not in it. */
export type SheetState = Pick<
  EditableProduct,
  | 'name'
  | 'category'
  | 'description'
  | 'price_centavos'
  | 'compare_at_centavos'
  | 'stock'
  | 'low_stock'
  | 'buy_limit'
  | 'remove_days'
  | 'featured'
  | 'visibility'
  | 'archived'
  | 'shows_at'
  | 'hides_at'
  | 'video'
>;

/** Why a cell cannot be read, pt-BR. */
export class CellFault extends Error {}

const quoted = (cell: string) => `“${cell.slice(0, 40)}”`;

/** A cell that may stay empty. */
const optional = (read: (cell: string) => unknown) => (cell: string) => (cell === '' ? null : read(cell));

export function wholeNumber(cell: string): number {
  const bare = cell.replace(/\s/g, '');
  if (!/^\d{1,3}(\.\d{3})+$|^\d+$/.test(bare)) throw new CellFault(`Não é um número inteiro: ${quoted(cell)}.`);
  return Number(bare.replaceAll('.', ''));
}

function amount(cell: string): number {
  const value = parseReais(cell);
  if (value === undefined) throw new CellFault(`Não é um valor em reais: ${quoted(cell)}. Escreva como 29,90.`);
  return value;
}

const yes = ['sim', 's', 'x', '1', 'verdadeiro', 'true'];
const no = ['nao', 'n', '0', 'falso', 'false', ''];

function yesNo(cell: string): boolean {
  const word = plainText(cell);
  if (!yes.includes(word) && !no.includes(word)) throw new CellFault('Escreva sim ou não.');
  return yes.includes(word);
}

function status(cell: string): string {
  const found = productStatuses.find((one) => plainText(productStatusTexts[one].name) === plainText(cell));
  if (!found) throw new CellFault(`Escreva ${productStatuses.map((one) => productStatusTexts[one].name).join(', ')}.`);
  return found;
}

// Made once: a sheet writes thousands of moments.
const minutes = new Intl.DateTimeFormat('pt-BR', {
  timeZone: DEFAULT_TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
});
const writeMoment = (at: Date | null) => (at === null ? '' : minutes.format(at).replace(', ', ' '));

/** An instant by Brasília's clock: `26/11/2026 20:00`, or as programs write it. */
function moment(cell: string): string {
  const [, day, month, year, hour = '0', minute = '0'] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::\d{2})?)?$/.exec(cell) ?? [];
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2})?)?$/.exec(cell);
  const parts = iso ? iso.slice(1, 6).map((part = '0') => Number(part)) : [year, month, day, hour, minute].map(Number);
  const [y = Number.NaN, m = 1, d = 1, h = 0, min = 0] = parts;
  const wall = Date.UTC(y, m - 1, d, h, min);
  const at = Number.isNaN(wall) ? null : new Date(wall - offsetAt(wall));
  const two = (part: number) => String(part).padStart(2, '0');
  // A day or an hour that the calendar does not have reads as another one.
  if (!at || writeMoment(at) !== `${two(d)}/${two(m)}/${y} ${two(h)}:${two(min)}`) {
    throw new CellFault(`Não é uma data: ${quoted(cell)}. Escreva como 26/11/2026 20:00.`);
  }
  return at.toISOString();
}

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: DEFAULT_TIME_ZONE,
  timeZoneName: 'longOffset',
});

/** How far Brasília's clock is ahead of UTC at this instant, in ms. */
function offsetAt(instant: number): number {
  const name = clock.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

const reais = (centavos: number | null) => (centavos === null ? '' : csvAmount(toReais(centavos)));
const number = (value: number | null) => (value === null ? '' : String(value));

/** A column that is read. `write` makes the cell of a product; `read` makes a cell into a value for the schema of products. */
interface ReadColumn {
  name: string;
  write(product: SheetState): string;
  read(cell: string): unknown;
}

/** The columns that change a product, by the field of the schema that checks them. */
export const readColumns = {
  name: { name: 'Nome', write: ({ name }) => name, read: String },
  category: { name: 'Categoria', write: ({ category }) => category, read: String },
  description: { name: 'Descrição', write: ({ description }) => description, read: String },
  price: {
    name: 'Preço',
    write: ({ price_centavos }) => reais(price_centavos),
    read: (cell) => (cell === '' ? undefined : amount(cell)),
  },
  compareAtPrice: {
    name: 'Preço original',
    write: ({ compare_at_centavos }) => reais(compare_at_centavos),
    read: optional(amount),
  },
  stock: { name: 'Estoque', write: ({ stock }) => number(stock), read: optional(wholeNumber) },
  lowStock: {
    name: 'Avisar quando restar',
    write: ({ low_stock }) => number(low_stock),
    read: optional(wholeNumber),
  },
  buylimit: { name: 'Limite por cliente', write: ({ buy_limit }) => number(buy_limit), read: optional(wholeNumber) },
  removeProduct: {
    name: 'Remover após (dias)',
    write: ({ remove_days }) => number(remove_days),
    read: optional(wholeNumber),
  },
  featured: { name: 'Destaque', write: ({ featured }) => (featured ? 'sim' : 'não'), read: yesNo },
  status: {
    name: 'Situação',
    write: ({ archived, visibility }) => productStatusTexts[archived ? 'archived' : visibility].name,
    read: status,
  },
  showsAt: { name: 'Entra na loja em', write: ({ shows_at }) => writeMoment(shows_at), read: optional(moment) },
  hidesAt: { name: 'Sai da loja em', write: ({ hides_at }) => writeMoment(hides_at), read: optional(moment) },
  video: { name: 'Vídeo', write: ({ video }) => (video ? videoAddress(video) : ''), read: optional(String) },
} as const satisfies Record<string, ReadColumn>;

export type ReadField = keyof typeof readColumns;
export const readFields = Object.keys(readColumns) as ReadField[];

/** The other columns: the product's id, its stock and version when the sheet was made, and its actions, which are only shown. */
export const otherColumns = {
  id: 'ID',
  stockSeen: 'Estoque ao baixar (não mude)',
  version: 'Versão (não mude)',
  actions: 'Ações (só para ler)',
} as const;
export type OtherField = keyof typeof otherColumns;

/** The columns in their order, and a product as its row. */
export const sheetHead = [
  otherColumns.id,
  ...readFields.map((field) => readColumns[field].name),
  otherColumns.actions,
  otherColumns.stockSeen,
  otherColumns.version,
];
export const sheetRow = (product: EditableProduct): string[] => [
  product.id,
  ...readFields.map((field) => readColumns[field].write(product)),
  product.actions.map(actionSentence).join(' · '),
  number(product.stock),
  String(product.version),
];

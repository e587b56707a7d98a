import { CategoryCreate, ProductCreate, ProductEdit } from '@vitrine/contract/catalog';
import type { ProductStatus } from '@vitrine/contract/product-status';
import { videoId } from '@vitrine/contract/window-kinds';
import { csvText, fromCsvText } from '../../../csv.ts';
import { Refusal } from '../../../http/errors.ts';
import { editedStock } from '../product.ts';
import type { EditableProduct } from '../queries.ts';
import { editedSale, inShop } from '../sale.ts';
import { CellFault, type ReadField, readColumns, readFields, type SheetState, wholeNumber } from './columns.ts';
import type { Fault, Headings } from './headings.ts';
import type { RawRow } from './read-sheet.ts';

/** The cell in this place; empty if the sheet does not have the column. */
export const cellOf = (row: RawRow, place: number | undefined) => (place === undefined ? '' : (row.cells[place] ?? ''));

/** A product before its row says anything. It comes as a draft, because it has no actions yet. */
const blank: SheetState = {
  name: '',
  category: '',
  description: '',
  price_centavos: 0,
  compare_at_centavos: null,
  stock: null,
  low_stock: null,
  buy_limit: null,
  remove_days: null,
  featured: false,
  ...inShop,
  visibility: 'draft',
  video: null,
};

/** The part of a product that a sheet can change. */
function stateOf(product: EditableProduct): SheetState {
  const { id: _, category_id, version, reserved, actions, options, image, more_images, ...state } = product;
  return state;
}

const created = { ...ProductCreate.shape, category: CategoryCreate.shape.name };
const edited = { ...ProductEdit.shape.productData.shape, category: CategoryCreate.shape.name };

/** What the cells of a row say, by field. A cell that stands as the export would write it now says nothing. */
function readCells(row: RawRow, { at }: Headings, before: EditableProduct | null) {
  const faults: Omit<Fault, 'line'>[] = [];
  const said: Partial<Record<ReadField, unknown>> = {};
  const fields = before ? edited : created;
  for (const field of readFields) {
    const { name: column, write, read } = readColumns[field];
    const cell = cellOf(row, at[field]);
    const needed = !before && (field === 'name' || field === 'category' || field === 'price');
    if (at[field] === undefined && !needed) continue;
    // Stock is compared with what it was when the sheet was made.
    if (before && field !== 'stock' && cell === csvText(write(before)).replace(/\r\n?/g, '\n')) continue;
    const text = fromCsvText(cell.trim());
    if (!before && field === 'status' && text === '') continue;
    try {
      const parsed = fields[field].safeParse(read(text));
      if (parsed.success) said[field] = parsed.data;
      else faults.push({ column, text: parsed.error.issues[0]?.message ?? 'Não dá para usar este valor.' });
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      faults.push({ column, text: error.message });
    }
  }
  return { said, faults };
}

/** The stock after the row, or undefined if the row does not change it. */
function stockOf(row: RawRow, { at }: Headings, before: EditableProduct | null, wanted: number | null) {
  if (!before) return wanted;
  // Without that column, the row's number replaces the stock of this moment.
  if (at.stockSeen === undefined) return editedStock(before, wanted, before.stock);
  const seen = cellOf(row, at.stockSeen).trim();
  return editedStock(before, wanted, seen === '' ? null : wholeNumber(seen));
}

/** A product as its row makes it; without `after` the row has faults. */
export function readRow(
  row: RawRow,
  headings: Headings,
  before: EditableProduct | null,
): { after?: SheetState; faults: Omit<Fault, 'line'>[] } {
  const { said, faults } = readCells(row, headings, before);
  const fault = (field: ReadField, text: string) => faults.push({ column: readColumns[field].name, text });
  const {
    name,
    category,
    description,
    price,
    compareAtPrice,
    stock,
    lowStock,
    buylimit,
    removeProduct,
    featured,
    video,
    ...sale
  } = said as {
    name?: string;
    category?: string;
    description?: string;
    price?: number;
    compareAtPrice?: number | null;
    stock?: number | null;
    lowStock?: number | null;
    buylimit?: number | null;
    removeProduct?: number | null;
    featured?: boolean;
    video?: string | null;
    status?: ProductStatus;
    showsAt?: string | null;
    hidesAt?: string | null;
  };
  const after: SheetState = before ? stateOf(before) : { ...blank };
  if (name !== undefined) after.name = name;
  if (category !== undefined) after.category = category;
  if (description !== undefined) after.description = description;
  if (price !== undefined) after.price_centavos = price;
  if (compareAtPrice !== undefined) after.compare_at_centavos = compareAtPrice;
  if (lowStock !== undefined) after.low_stock = lowStock;
  if (buylimit !== undefined) after.buy_limit = buylimit;
  if (removeProduct !== undefined) after.remove_days = removeProduct;
  if (featured !== undefined) after.featured = featured;
  if (video !== undefined) after.video = videoId(video ?? '');
  if (before && price === 0 && before.price_centavos > 0) {
    fault('price', 'De graça só na página do produto, que pergunta antes.');
  }
  try {
    if (stock !== undefined) after.stock = stockOf(row, headings, before, stock);
  } catch (error) {
    if (!(error instanceof CellFault)) throw error;
    fault('stock', error.message);
  }
  try {
    Object.assign(after, editedSale(after, sale));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    fault('hidesAt', 'O fim precisa ser depois do começo.');
  }
  return faults.length > 0 ? { faults } : { after, faults };
}

import { createHash } from 'node:crypto';
import { limits } from '@vitrine/contract/limits';
import type { SheetLookAnswer, SheetRow } from '@vitrine/contract/product-sheet';
import type { EditableProduct } from '../queries.ts';
import { otherColumns, readColumns, readFields, type SheetState } from './columns.ts';
import { type Fault, type Headings, readHeadings } from './headings.ts';
import { cellOf, readRow } from './read-row.ts';
import type { RawRow } from './read-sheet.ts';

/** What the store has, as far as a sheet can touch it. */
export interface Shelf {
  /** The products that the sheet names. */
  products: ReadonlyMap<string, EditableProduct>;
  categories: readonly string[];
  /** How many products that are not archived have a name in a category, by `placeOf`. */
  places: ReadonlyMap<string, number>;
  /** How many more the plan allows; null: without limit. */
  room: { products: number | null; categories: number | null };
}

/** A product as the sheet makes it. `before` is null for a new one. */
export interface PlannedRow {
  line: number;
  before: EditableProduct | null;
  after: SheetState;
  changes: SheetRow['changes'];
  note: string | null;
}

/** A row that changes a product. */
export type ChangedRow = PlannedRow & { before: EditableProduct };

export interface SheetPlan {
  created: PlannedRow[];
  changed: ChangedRow[];
  same: number;
  categories: string[];
  ignored: string[];
  faults: Fault[];
  shown: string;
}

/** A category's name for comparisons. It has no capital letters, because the database ignores case too. */
export const categoryKey = (name: string) => name.toLowerCase();
export const placeOf = (category: string, name: string) => `${categoryKey(category)}\n${name.toLowerCase()}`;

/** The ids that a sheet names. */
export function idsIn(rows: readonly RawRow[]): string[] {
  const { at } = readHeadings(rows[0]);
  return [...new Set(rows.slice(1).map((row) => cellOf(row, at.id).trim()))].filter((id) => id !== '');
}

const differences = (before: SheetState | null, after: SheetState) =>
  readFields.flatMap((field) => {
    const { name: column, write } = readColumns[field];
    const [was, is] = [before ? write(before) : '', write(after)];
    return was === is ? [] : [{ column, before: was, after: is }];
  });

/** What to look at before a row is carried out. */
function noteOf(row: RawRow, { at }: Headings, { before, after }: Omit<PlannedRow, 'note'>, { places }: Shelf) {
  if (!before) {
    if (places.has(placeOf(after.category, after.name))) return 'Já há um produto com este nome nesta categoria.';
    return after.visibility === 'draft' ? 'Nasce sem ações, como rascunho.' : 'Nasce sem ações.';
  }
  const version = cellOf(row, at.version).trim();
  if (version !== '' && version !== String(before.version)) return 'Mudou no painel depois que a planilha foi baixada.';
  return null;
}

/** Refuses more new products and categories than the plan has room for. */
function roomFaults({ created, changed }: SheetPlan, categories: string[], { room }: Shelf): Fault[] {
  const back = changed.filter(({ before, after }) => before.archived && !after.archived);
  const away = changed.filter(({ before, after }) => !before.archived && after.archived);
  const takers = [...created, ...back];
  const left = room.products === null ? Number.POSITIVE_INFINITY : room.products + away.length;
  const faults: Fault[] = [];
  const beyond = takers[left];
  if (beyond) {
    const text = `Seu plano tem lugar para mais ${left}, e a planilha põe ${takers.length} produtos.`;
    faults.push({ line: beyond.line, column: null, text });
  }
  const shelves = room.categories ?? Number.POSITIVE_INFINITY;
  if (categories.length > shelves) {
    const line = created.concat(changed).find(({ after }) => after.category === categories[shelves])?.line ?? 1;
    const text = `Seu plano tem lugar para mais ${shelves}, e a planilha cria ${categories.length} categorias.`;
    faults.push({ line, column: readColumns.category.name, text });
  }
  return faults;
}

/**
 * A hash of what the rows would do, so that only what was shown is carried out. It changes once a sheet's new products are there, so
 * a press that is sent twice makes them once.
 */
function shownOf({ created, changed, categories }: SheetPlan, { places }: Shelf): string {
  const told = [
    created.map(({ after, changes }) => [places.get(placeOf(after.category, after.name)) ?? 0, changes]),
    changed.map(({ before: { id, version }, changes }) => [id, version, changes]),
    categories,
  ];
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url');
}

/** What a sheet does to the catalogue. It changes nothing, and tells every fault by its line and column. */
export function planSheet(rows: readonly RawRow[], shelf: Shelf): SheetPlan {
  const headings = readHeadings(rows[0]);
  const plan: SheetPlan = {
    created: [],
    changed: [],
    same: 0,
    categories: [],
    ignored: headings.ignored,
    faults: [...headings.faults],
    shown: '',
  };
  if (plan.faults.length > 0) return plan;
  const named = new Map<string, number>();
  const spelled = new Map(shelf.categories.map((name) => [categoryKey(name), name]));
  for (const row of rows.slice(1)) {
    const fault = (column: string | null, text: string) => plan.faults.push({ line: row.line, column, text });
    const id = cellOf(row, headings.at.id).trim();
    const before = id === '' ? null : shelf.products.get(id);
    const earlier = named.get(id);
    if (row.cells.slice(headings.width).some((cell) => cell.trim() !== '')) {
      fault(null, 'A linha tem mais células que a primeira. Confira as aspas e os separadores.');
    } else if (before === undefined) {
      fault(otherColumns.id, 'Nenhum produto da loja tem este ID. Deixe vazio para criar um produto.');
    } else if (before && earlier !== undefined) {
      fault(otherColumns.id, `O produto já está na linha ${earlier}.`);
    } else {
      if (before) named.set(id, row.line);
      const { after, faults } = readRow(row, headings, before);
      for (const one of faults) fault(one.column, one.text);
      if (!after) continue;
      const category = spelled.get(categoryKey(after.category));
      if (category === undefined) {
        spelled.set(categoryKey(after.category), after.category);
        plan.categories.push(after.category);
      } else after.category = category;
      const changes = differences(before, after);
      if (changes.length === 0) {
        plan.same += 1;
        continue;
      }
      const planned = { line: row.line, before, after, changes };
      const note = noteOf(row, headings, planned, shelf);
      if (before) plan.changed.push({ ...planned, before, note });
      else plan.created.push({ ...planned, note });
    }
  }
  plan.faults.push(...roomFaults(plan, plan.categories, shelf));
  plan.shown = shownOf(plan, shelf);
  return plan;
}

/** Letters of a value that an answer tells. */
const TOLD = 160;
const shorten = (text: string) => (text.length > TOLD ? `${text.slice(0, TOLD)}…` : text);

/** A plan as people read it. */
export function tellPlan({ created, changed, faults, ...plan }: SheetPlan): Omit<SheetLookAnswer, 'success'> {
  const told = ({ line, before, after, changes, note }: PlannedRow): SheetRow => ({
    line,
    id: before?.id ?? null,
    name: before?.name ?? after.name,
    changes: changes.map((one) => ({ ...one, before: shorten(one.before), after: shorten(one.after) })),
    note,
  });
  return {
    ...plan,
    created: created.map(told),
    changed: changed.map(told),
    faults: faults.slice(0, limits.sheetFaultsMax),
    moreFaults: Math.max(0, faults.length - limits.sheetFaultsMax),
  };
}

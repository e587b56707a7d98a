import type { ColumnType } from 'kysely';

/** An instant by the database's clock. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** jsonb: read as a value, written as JSON text. */
export type Json<T = unknown> = ColumnType<T, string, string>;
/**
 * A column that the database fills if it is left out. Kysely's own type of this name does not look inside a column
 * type: a time with a default would be read as the column type itself.
 */
export type Generated<T> =
  T extends ColumnType<infer Select, infer Insert, infer Update>
    ? ColumnType<Select, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;

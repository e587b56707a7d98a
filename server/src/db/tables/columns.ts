import type { ColumnType } from 'kysely';

/** A time of the database's clock. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** jsonb: read parsed, written as JSON text. */
export type Json<T = unknown> = ColumnType<T, string, string>;
/**
 * A column that the database fills where it is left out. Kysely's own type of this name does not look into a column type
 * (a time with a default would be read as the column type itself).
 */
export type Generated<T> =
  T extends ColumnType<infer Select, infer Insert, infer Update>
    ? ColumnType<Select, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;

import type { Selectable } from 'kysely'
import type { DB } from './tables.ts'

/** Columns of a table as they are read, from the catalog of the database. */
export type Columns<Table extends keyof DB, Names extends keyof Selectable<DB[Table]>> = Pick<
  Selectable<DB[Table]>,
  Names
>

/**
 * The same, where more is known of some columns than the catalog says.
 * @typeParam Known what JSON holds, or which texts there are
 */
export type KnownColumns<
  Table extends keyof DB,
  Names extends keyof Selectable<DB[Table]>,
  Known extends Partial<Record<Names, unknown>>,
> = Omit<Columns<Table, Names>, keyof Known> & Known

/**
 * A table for `tablesOn`, where more is known of some columns than the catalog says.
 * @typeParam Known columns as Kysely takes them: `Generated<…>` with a default, `ColumnType<…, string, string>` for JSON
 */
export type KnownTable<
  Table extends keyof DB,
  Known extends Partial<Record<keyof DB[Table], unknown>>,
> = Omit<DB[Table], keyof Known> & Known

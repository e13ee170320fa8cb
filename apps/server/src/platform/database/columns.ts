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

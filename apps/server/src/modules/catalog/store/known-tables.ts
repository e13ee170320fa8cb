import type { Json } from '@binnacle/plugin-kit/core'
import type { ColumnType } from 'kysely'
import type { KnownTable } from '../../../platform/database/columns.ts'
import type { DB, Generated } from '../../../platform/database/tables.ts'
import type { ItemProperty, ItemInput } from './input.ts'

/** Tables of items, with what their JSON holds, for `tablesOn`. */
export interface ItemTables extends Pick<
  DB,
  'core.config_item_liveness' | 'core.config_item_notes' | 'core.config_versions'
> {
  'core.config_items': KnownTable<
    'core.config_items',
    {
      health: NonNullable<ItemInput['health']> | null
      properties: Generated<ColumnType<ItemProperty[], string, string>>
    }
  >
  'core.config_item_bodies': KnownTable<
    'core.config_item_bodies',
    { config: ColumnType<Json, string, string> }
  >
}

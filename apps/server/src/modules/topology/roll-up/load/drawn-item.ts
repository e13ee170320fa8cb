import { raw, type Sql } from 'sql-template-tag'

/**
 * The condition that a component was drawn from an item of the catalog. Such a component has the status of its item, not the
 * one that the last run wrote. A component that names an item by hand has its own id, and keeps the status of its spec.
 * @param component name of the table of components in the query
 */
export const isDrawnItem = (component: string): Sql =>
  raw(`(${component}.health is null and ${component}.external_id = ${component}.config_id::text)`)

/**
 * The condition that a component was drawn from an item of the catalog: its status is the item's as it is now, like its
 * health, and what the last run wrote is old. A component that names an item by hand has an id and a status of its own.
 * @param component name of the table of components in the query
 */
export const isDrawnItem = (component: string): string =>
  `(${component}.health is null and ${component}.external_id = ${component}.config_id::text)`

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { inputJsonSchema, type SchemaNode } from '@binnacle/plugin-kit/core'
import { type CheckPlugin, loadCheckPlugins } from '@binnacle/plugin-kit/node'

/** A check type with its JSON Schema, which marks its secrets. */
export interface CheckType extends CheckPlugin {
  jsonSchema: SchemaNode
}

/** Every check type of the product, by name. */
export type CheckTypes = ReadonlyMap<string, CheckType>

/** Loads the check types from their folders. */
export async function loadCheckTypes(): Promise<CheckTypes> {
  const someSpec = createRequire(import.meta.url).resolve('@binnacle/checks/http')
  const family = new URL('../', pathToFileURL(someSpec))
  const plugins = await loadCheckPlugins(family)
  return new Map(
    [...plugins].map(([type, plugin]) => [
      type,
      { ...plugin, jsonSchema: inputJsonSchema(plugin.definition.schema) },
    ]),
  )
}

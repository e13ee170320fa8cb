import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { CheckDefinition } from '@binnacle/plugin-kit/checks'
import { inputJsonSchema, mapSecrets, type SchemaNode, secretsIn } from '@binnacle/plugin-kit/core'
import { type CheckPlugin, loadCheckPlugins } from '@binnacle/plugin-kit/node'
import { ENVIRONMENT, environmentSchema } from './environment.ts'

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

/** A canary's spec as written: lists of checks by type, and fields that apply to all of them. */
export type CanarySpec = Readonly<Record<string, unknown>>

/** Replaces every secret in a spec: in its checks, and in its variables. */
export function mapSpecSecrets(
  types: CheckTypes,
  spec: CanarySpec,
  replace: (secret: string, place: { type: string; path: readonly (string | number)[] }) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(spec).map(([key, value]) => {
      const type = types.get(key)
      const node =
        key === ENVIRONMENT ? environmentSchema : type === undefined ? undefined : { items: type.jsonSchema }
      if (node === undefined || !Array.isArray(value)) return [key, value]
      return [key, mapSecrets(node, value, (secret, path) => replace(secret, { type: key, path }))]
    }),
  )
}

/** The secrets of one check. */
export function checkSecrets(type: CheckType, spec: unknown): string[] {
  return secretsIn(type.jsonSchema, spec)
}

export type { CheckDefinition }

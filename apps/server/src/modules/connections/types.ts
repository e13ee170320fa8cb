import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { fieldStoredAt, harmlessPlaces, openPlaces } from '@binnacle/contract/connections'
import {
  type ConnectionDefinition,
  connectionTypeSchema,
  type TestConnectionForm,
  testsThroughChecks,
} from '@binnacle/plugin-kit/connections'
import type { SchemaNode } from '@binnacle/plugin-kit/core'
import { connectionFamily } from '@binnacle/plugin-kit/families'
import { loadCheckPlugins } from '@binnacle/plugin-kit/node'

/** A connection type with what is derived from its schema. */
export interface ConnectionType {
  definition: ConnectionDefinition
  /** undefined for a type that cannot be tested. */
  test: TestConnectionForm | undefined
  /** JSON Schema of the form, with what clients show of the type. */
  schema: SchemaNode
  /** Places that hold no secret; `host` where the URL is the name of a server. */
  open: ReadonlySet<string>
  /** Places that say nothing about where the secrets go. */
  harmless: ReadonlySet<string>
}

/** Every connection type of the product, by the name that is stored. */
export type ConnectionTypes = ReadonlyMap<string, ConnectionType>

/** The folder of a family. @param someSpec a type of it */
function folderOf(someSpec: string): URL {
  return new URL('../', pathToFileURL(createRequire(import.meta.url).resolve(someSpec)))
}

/** The tests of connection types that checks use: the check itself, with what it offers as the spec of a test. */
export async function loadTestsThroughChecks(): Promise<ReadonlyMap<string, TestConnectionForm>> {
  const checks = await loadCheckPlugins(folderOf('@binnacle/checks/http'))
  return testsThroughChecks(checks.values())
}

/** Loads the connection types from their folders. */
export async function loadConnectionTypes(): Promise<ConnectionTypes> {
  const plugins = await connectionFamily.load(folderOf('@binnacle/connections/http'))
  const checkTests = await loadTestsThroughChecks()
  return new Map(
    [...plugins].map(([type, { definition, run }]) => {
      const test = run ?? checkTests.get(type)
      const schema = connectionTypeSchema(definition, test !== undefined)
      const namesHost = ['host', 'server'].includes(fieldStoredAt(schema, 'url') ?? '')
      const open = new Set([...openPlaces(schema), ...(namesHost ? ['host'] : [])])
      return [type, { definition, test, schema, open, harmless: harmlessPlaces(schema) }]
    }),
  )
}

const nothing: ReadonlySet<string> = new Set()

/** What readers may see of the properties of a type. @param types the connection types of the product */
export function openPlacesOf(types: ConnectionTypes, type: string): ReadonlySet<string> {
  return types.get(type)?.open ?? nothing
}

/** JSON Schema of all connections: one alternative for each type. */
export function connectionsSchema(types: ConnectionTypes): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Connection',
    oneOf: [...types.values()].map(({ schema }) => schema),
  }
}

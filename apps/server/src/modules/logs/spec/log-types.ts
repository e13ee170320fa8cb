import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { isRecord } from '@binnacle/contract/schema'
import { inputJsonSchema, type SchemaNode } from '@binnacle/plugin-kit/core'
import { logFamily } from '@binnacle/plugin-kit/families'
import { commonLogSpec, type LogBackendDefinition, type OpenLogs } from '@binnacle/plugin-kit/logs'

/** A type of log backend as specs use it. */
export interface LogType {
  definition: LogBackendDefinition
  open: OpenLogs
  /** Schema of a whole entry: its own fields and those that all have. It marks the secrets. */
  jsonSchema: SchemaNode
  /** Whether people can use it. The product keeps the others for itself. */
  isOffered: boolean
}

/** Every type of log backend of the product, by name. */
export type LogTypes = ReadonlyMap<string, LogType>

const common = inputJsonSchema(commonLogSpec)

function propertiesOf(node: SchemaNode): Record<string, unknown> {
  const properties = node['properties']
  return isRecord(properties) ? properties : {}
}

/** Adds the fields that all entries have. */
export function logType(definition: LogBackendDefinition, open: OpenLogs, isOffered = true): LogType {
  const schema = inputJsonSchema(definition.schema)
  return {
    definition,
    open,
    jsonSchema: { ...schema, properties: { ...propertiesOf(schema), ...propertiesOf(common) } },
    isOffered,
  }
}

/** Loads the types from their folders. @param builtIn types that the product keeps for itself */
export async function loadLogTypes(builtIn: readonly LogType[] = []): Promise<LogTypes> {
  const someSpec = createRequire(import.meta.url).resolve('@binnacle/logs/file')
  const plugins = await logFamily.load(new URL('../', pathToFileURL(someSpec)))
  return new Map([
    ...[...plugins].flatMap(([type, { definition, run }]): [string, LogType][] =>
      run === undefined ? [] : [[type, logType(definition, run)]],
    ),
    ...builtIn.map((type): [string, LogType] => [type.definition.type, type]),
  ])
}

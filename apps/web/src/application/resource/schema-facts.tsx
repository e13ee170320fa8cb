import { SECRET_MASK, type SchemaNode } from '@binnacle/contract/schema'
import type { KeyValue } from '@binnacle/ui'
import { fieldKind, formFields, labelOf } from '@binnacle/ui/schema-form'
import type { ReactNode } from 'react'

function shownValue(value: unknown, node: SchemaNode): ReactNode {
  if (value === undefined || value === null || value === '') return null
  if (value === SECRET_MASK) return 'Stored'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'string' && typeof value !== 'number') return null
  if (fieldKind(node).kind !== 'code') return value
  return <pre className="font-mono text-small whitespace-pre-wrap">{value}</pre>
}

/** The values of a thing that people only read, by the labels of its form. Those without a value are left out. */
export function schemaFacts(schema: SchemaNode, values: Readonly<Record<string, unknown>>): KeyValue[] {
  const { plain, groups } = formFields(schema, values)
  return [...plain, ...groups.flatMap(({ fields }) => fields)]
    .map(({ key, node }) => ({ label: labelOf(key, node), value: shownValue(values[key], node) }))
    .filter(({ value }) => value !== null)
}

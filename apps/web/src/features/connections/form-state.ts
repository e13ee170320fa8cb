import { connectionFormProblems, fieldStoredAt } from '@binnacle/contract/connections'
import type { Problem } from '@binnacle/contract/core'
import {
  branches,
  formatPath,
  isRecord,
  propertiesOf,
  SECRET_MASK,
  type SchemaNode,
} from '@binnacle/contract/schema'
import { useMemo, useState } from 'react'
import type { SchemaForm } from '@binnacle/ui/schema-form'

type Values = Readonly<Record<string, unknown>>
type Path = readonly (string | number)[]

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), value)
}

function withValue(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to
  const record = isRecord(value) ? value : {}
  const inner = withValue(record[key], rest, to)
  const { [key]: _, ...others } = record
  return inner === undefined ? others : { ...record, [key]: inner }
}

/**
 * Returns the schema for the form: name and namespace are required, and so are fields that other fields demand. Every
 * masked value gets the control of a secret.
 */
export function shownSchema(schema: SchemaNode, stored: Values): SchemaNode {
  const properties = propertiesOf(schema)
  const demanded = properties.filter(([, node]) => node['requiredWhenShown'] === true).map(([key]) => key)
  const named = branches(schema).flatMap((branch) =>
    Array.isArray(branch['required']) ? branch['required'] : [],
  )
  return {
    type: 'object',
    required: [...named, 'name', 'namespace', ...demanded],
    properties: Object.fromEntries(
      properties.map(([key, node]) => [
        key,
        stored[key] === SECRET_MASK ? { ...node, type: 'string', secret: true } : node,
      ]),
    ),
  }
}

/** The values of a connection form during editing. */
export interface ConnectionFormState {
  values: Values
  dirty: boolean
  fields: SchemaForm
  /** Shows all errors. @returns whether there are none */
  validate: () => boolean
  /** Shows the errors of the server at their fields. @returns those that belong to no field */
  refuse: (problems: readonly Problem[]) => readonly Problem[]
}

/**
 * Edits the form of a connection.
 * @param schema schema of the connection type
 * @param initial values to start with
 */
export function useConnectionForm(schema: SchemaNode, initial: Values): ConnectionFormState {
  const [values, setValues] = useState<Values>(initial)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [sent, setSent] = useState(false)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const problems = useMemo(
    () =>
      new Map(connectionFormProblems(schema, values).map(({ path, message }) => [formatPath(path), message])),
    [schema, values],
  )
  const problemAt = (path: Path): string | undefined => {
    const place = formatPath(path)
    const found =
      refused.get(place) ??
      problems.get(place) ??
      [...problems].find(([other]) => other.startsWith(`${place}.`))?.[1]
    return refused.has(place) || sent || touched.has(place) ? found : undefined
  }
  return {
    values,
    dirty: JSON.stringify(values) !== JSON.stringify(initial),
    fields: {
      valueAt: (path) => valueAt(values, path),
      change(path, to) {
        setValues((present) => {
          const next = withValue(present, path, to)
          return isRecord(next) ? next : present
        })
        const [key] = path
        setRefused((present) => new Map([...present].filter(([place]) => place !== key)))
      },
      problemAt,
      touch: (path) => setTouched((present) => new Set([...present, formatPath(path)])),
      showCode: () => {},
    },
    validate() {
      setSent(true)
      return problems.size === 0
    },
    refuse(found) {
      const placed = found.map((problem) => ({ ...problem, key: fieldStoredAt(schema, problem.path) }))
      setRefused(
        new Map(placed.flatMap(({ key, message }) => (key === undefined ? [] : [[key, message] as const]))),
      )
      return placed.filter(({ key }) => key === undefined)
    },
  }
}

import { expect, test } from 'vitest'
import type { z } from 'zod'
import { isRecord } from '../core/json.ts'
import { problemsOf } from '../core/problems.ts'
import type { SchemaNode } from '../core/schema-node.ts'

/** Every path at which a value has a record, itself first. */
function recordPaths(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => recordPaths(item, [...path, index]))
  if (!isRecord(value)) return []
  return [[...path], ...Object.entries(value).flatMap(([key, item]) => recordPaths(item, [...path, key]))]
}

function withKey(value: unknown, path: readonly (string | number)[], key: string): unknown {
  const [first, ...rest] = path
  if (first === undefined) return isRecord(value) ? { ...value, [key]: 'x' } : value
  if (Array.isArray(value))
    return value.map((item, index) => (index === first ? withKey(item, rest, key) : item))
  return isRecord(value) ? { ...value, [first]: withKey(value[first], rest, key) } : value
}

/** A type, as far as the tests of its schema read it. */
interface DocumentedType {
  schema: z.ZodType
  example: Readonly<Record<string, unknown>>
}

/** Declares the tests of a type's schema. @param schema the same as JSON Schema */
export function describeSchema(definition: DocumentedType, schema: SchemaNode): void {
  test('the example is valid', () => {
    expect(definition.schema.safeParse(definition.example).error).toBeUndefined()
  })

  test('an unknown key is refused with its path and a suggestion', () => {
    for (const path of recordPaths(definition.example)) {
      const isMap = path.at(-1) === 'labels'
      if (isMap) continue
      const parsed = definition.schema.safeParse(withKey(definition.example, path, 'nonsense'))
      expect(parsed.success).toBe(false)
      expect(parsed.error?.issues.flatMap((issue) => issue.path)).toEqual(path)
    }
    const [key = ''] = Object.keys(definition.example)
    const wrong = `${key}x`
    const misspelt = definition.schema.safeParse({ ...definition.example, [wrong]: 'x' })
    const problems = misspelt.success ? [] : problemsOf(misspelt.error, schema)
    expect(problems.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: wrong, message: `unknown key "${wrong}"; did you mean "${key}"?` },
    ])
  })

  test('a wrong type is refused with the field', () => {
    const refused = Object.keys(definition.example).filter((key) => {
      const parsed = definition.schema.safeParse({ ...definition.example, [key]: () => {} })
      return parsed.error?.issues.some((issue) => issue.path[0] === key) === true
    })
    expect(refused).toEqual(Object.keys(definition.example))
  })

  test('every field has a label', () => {
    const properties = schema['properties']
    const unlabelled = Object.entries(isRecord(properties) ? properties : {}).filter(
      ([, node]) => !isRecord(node) || typeof node['title'] !== 'string',
    )
    expect(unlabelled).toEqual([])
  })

  test('the schema can be given to clients as JSON', () => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema)
  })
}

import { REQUIRED } from '@binnacle/contract/core'
import type { Problem } from '@binnacle/contract/core'
import { formatPath, isRecord, propertiesOf, wrongKind } from '@binnacle/contract/schema'
import { suggestKey } from '@binnacle/contract/search'
import type { z } from 'zod'
import { childNode, itemNode, type SchemaNode } from './schema-node.ts'

export { formatPath }

function nodeAt(schema: SchemaNode, path: readonly PropertyKey[]): SchemaNode | undefined {
  return path.reduce<SchemaNode | undefined>((node, part) => {
    if (node === undefined) return undefined
    return typeof part === 'number' ? itemNode(node) : childNode(node, String(part))
  }, schema)
}

function keysOf(node: SchemaNode | undefined): string[] {
  return node === undefined ? [] : propertiesOf(node).map(([key]) => key)
}

/** A problem with the segments of its path, to find its position in a text. */
export type SegmentedProblem = Problem & { segments: PropertyKey[] }

/** Most unknown keys of one object in an error: suggestions for thousands would take seconds. */
const MOST_UNKNOWN_KEYS = 100
/** Most suggestions for a whole spec. Further unknown keys have none. */
const MOST_SUGGESTED = 100

/** What to write in place of a key that other products have. */
function insteadOf(node: SchemaNode | undefined, key: string): string | undefined {
  const instead = node?.['instead']
  const found = isRecord(instead) ? instead[key.toLowerCase()] : undefined
  return typeof found === 'string' ? found : undefined
}

function unknownKeys(
  keys: readonly string[],
  path: readonly PropertyKey[],
  schema: SchemaNode,
  maySuggest: () => boolean,
): SegmentedProblem[] {
  const node = nodeAt(schema, path)
  const known = keysOf(node)
  return keys.slice(0, MOST_UNKNOWN_KEYS).map((key) => {
    const instead = insteadOf(node, key)
    const suggestion = instead === undefined && maySuggest() ? suggestKey(key, known) : undefined
    const hint = instead ?? (suggestion === undefined ? undefined : `did you mean "${suggestion}"?`)
    return {
      segments: [...path, key],
      path: formatPath([...path, key]),
      message: `unknown key "${key}"${hint === undefined ? '' : `; ${hint}`}`,
    }
  })
}

/** The issues of the branch of a union that got furthest, because that is probably the intended one. */
function deepest(branches: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] {
  const depth = (issues: readonly z.core.$ZodIssue[]) =>
    Math.max(0, ...issues.map((issue) => issue.path.length + (issue.code === 'invalid_type' ? 0 : 1)))
  return branches.toSorted((a, b) => depth(b) - depth(a))[0] ?? []
}

const entries = { one: 'entry', many: 'entries' }

/** What a limit of a value counts, by what Zod calls the value. A number counts nothing. */
const countedParts: Readonly<Record<string, { one: string; many: string }>> = {
  string: { one: 'character', many: 'characters' },
  array: entries,
  map: entries,
  set: entries,
  file: { one: 'byte', many: 'bytes' },
}

/** A limit that a value of a schema passes, in words for people. */
function limitOf(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const isLeast = issue.code === 'too_small'
  const limit = String(isLeast ? issue.minimum : issue.maximum)
  const counted = countedParts[issue.origin]
  if (counted !== undefined)
    return `must have at ${isLeast ? 'least' : 'most'} ${limit} ${limit === '1' ? counted.one : counted.many}`
  if (issue.inclusive === false) return `must be ${isLeast ? 'more' : 'less'} than ${limit}`
  return `must be at ${isLeast ? 'least' : 'most'} ${limit}`
}

/** An issue of one value in words for people. */
function messageOf(issue: z.core.$ZodIssue): string {
  // Else it has words of the schema's own.
  if (!/^(?:Invalid (?:input|option)|Too (?:small|big)): expected /.test(issue.message)) return issue.message
  if (issue.code === 'too_small' || issue.code === 'too_big') return limitOf(issue)
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`
  if (issue.code !== 'invalid_type') return issue.message.replace('Invalid input: ', '')
  // Zod gives no inputs, because they may be secrets. Only the end of its message says that a value is missing. A field
  // that somebody emptied is null.
  return /received (?:undefined|null)$/.test(issue.message) ? REQUIRED : wrongKind(issue.expected)
}

/**
 * Converts schema errors to problems with a message and a path.
 * @param error from the schema's parser
 * @param schema JSON Schema of the same schema, to suggest keys from
 */
export function problemsOf(error: z.ZodError, schema: SchemaNode): SegmentedProblem[] {
  let suggested = 0
  const maySuggest = () => {
    suggested += 1
    return suggested <= MOST_SUGGESTED
  }
  const describe = (issue: z.core.$ZodIssue, prefix: readonly PropertyKey[]): SegmentedProblem[] => {
    const path = [...prefix, ...issue.path]
    if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, path, schema, maySuggest)
    if (issue.code === 'invalid_union')
      return deepest(issue.errors).flatMap((nested) => describe(nested, path))
    return [{ segments: path, path: formatPath(path), message: messageOf(issue) }]
  }
  return error.issues.flatMap((issue) => describe(issue, []))
}

import { z } from 'zod'
import type { SubjectState } from '../../../../platform/subjects.ts'
import type { Rule } from '../rules.ts'

/** Which messages of a rule belong together. */
export interface Group {
  /** Identifies the group within its rule. */
  key: string
  /** What the members have in common, for people. Undefined if the rule does not group. */
  name: string | undefined
}

function valueOf(state: SubjectState, key: string): string | undefined {
  if (key.startsWith('label:')) return state.labels[key.slice('label:'.length)]
  switch (key) {
    case 'resource':
      return state.within[0]?.id ?? state.id
    case 'type':
      return state.type
    case 'status_reason':
      return state.reason
    case 'namespace':
      return state.namespace
    default:
      return undefined
  }
}

const storedKey = z.array(z.tuple([z.string(), z.string().nullable()]))

function nameOf(state: SubjectState, key: string, value: string | undefined): string {
  if (key === 'resource') {
    const { canary } = state.variables
    const named = typeof canary === 'object' && canary !== null && 'name' in canary ? canary.name : undefined
    return typeof named === 'string' ? named : state.name
  }
  const label = key.startsWith('label:') ? key.slice('label:'.length) : key.replace('status_reason', 'reason')
  return value === undefined ? `without ${label}` : `${label} ${value}`
}

/**
 * What the members of a stored group have in common, for people. What a member is like now may differ: the reason of one that
 * is well again is another. Undefined if its rule did not group.
 */
export function nameOfGroup(key: string, state: SubjectState): string | undefined {
  const parsed = storedKey.safeParse(key.startsWith('[') ? JSON.parse(key) : undefined)
  return parsed.success
    ? parsed.data.map(([name, value]) => nameOf(state, name, value ?? undefined)).join(', ')
    : undefined
}

/** The group of a resource in a rule: of a rule that does not group, the resource by itself. */
export function groupOf({ groupBy }: Pick<Rule, 'groupBy'>, state: SubjectState): Group {
  if (groupBy.length === 0) return { key: `${state.kind}:${state.id}`, name: undefined }
  const values = groupBy.map((key) => [key, valueOf(state, key)] as const)
  return {
    key: JSON.stringify(values.map(([key, value]) => [key, value ?? null])),
    name: values.map(([key, value]) => nameOf(state, key, value)).join(', '),
  }
}

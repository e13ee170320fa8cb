import { type SubjectKind, subjectKinds } from '@binnacle/contract/kinds'
import {
  isEmptySelector,
  type SilenceSelector,
  type SilenceTarget,
  silenceTargets,
  targetKinds,
} from '@binnacle/contract/notifications'
import { type LabelRequirement, parseLabelSelector } from '@binnacle/contract/search'
import type { SubjectKey, SubjectState } from '../../platform/subjects.ts'
import { isPlain, patternTest } from './patterns.ts'

/** The columns that say which resources a silence covers. */
export type CoverageColumns = Readonly<Record<SilenceTarget, string | null>> & {
  covers: 'resource' | 'selector' | 'everything'
  recursive: boolean
  selector: SilenceSelector
}

/** Which resources a silence covers, without its filter. */
export interface Coverage {
  includes(state: SubjectState): boolean
  /** Any resource that it includes has one of these keys. See `keysOf`. */
  keys: readonly string[]
  /** Kinds of resources that it can include. */
  kinds: readonly SubjectKind[]
}

/** The key that every resource has. */
const ANY = '*'

const keyOfResource = ({ kind, id }: SubjectKey) => `id ${kind} ${id}`
const keyOfText = (field: string, text: string) => `${field} ${text.toLowerCase()}`
const keyOfLabel = (name: string, value: string) => `label ${name} ${value}`

/** The keys of a resource, by which silences that may cover it are found. */
export function keysOf(state: SubjectState): string[] {
  return [
    ANY,
    keyOfResource(state),
    ...state.within.map(keyOfResource),
    keyOfText('kind', state.kind),
    keyOfText('type', state.type ?? ''),
    keyOfText('namespace', state.namespace ?? ''),
    keyOfText('name', state.name),
    ...Object.entries(state.labels).map(([name, value]) => keyOfLabel(name, value)),
  ]
}

/** The resource of a silence. @returns undefined if it has none, or that resource is gone */
export function targetOf(columns: Readonly<Record<SilenceTarget, string | null>>): SubjectKey | undefined {
  for (const column of silenceTargets) {
    const id = columns[column]
    if (id !== null) return { kind: targetKinds[column], id }
  }
  return undefined
}

const nothing: Coverage = { includes: () => false, keys: [], kinds: [] }

function coverageOfResource(target: SubjectKey, recursive: boolean): Coverage {
  const isTarget = ({ kind, id }: SubjectKey) => kind === target.kind && id === target.id
  return {
    includes: (state) =>
      isTarget(state) ||
      // A canary is nothing but its checks, so its silence is theirs.
      ((recursive || (target.kind === 'canary' && state.kind === 'check')) && state.within.some(isTarget)),
    keys: [keyOfResource(target)],
    kinds: target.kind === 'check' && !recursive ? ['check'] : subjectKinds,
  }
}

function labelTest(requirements: readonly LabelRequirement[]): (labels: SubjectState['labels']) => boolean {
  return (labels) =>
    requirements.every((requirement) => {
      const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined
      switch (requirement.is) {
        case 'exists':
          return value !== undefined
        case 'missing':
          return value === undefined
        case 'in':
          return value !== undefined && requirement.values.includes(value)
        default:
          return value === undefined || !requirement.values.includes(value)
      }
    })
}

/** The rarest of what all resources of a selector have. */
function keysOfSelector(selector: SilenceSelector, requirements: readonly LabelRequirement[]): string[] {
  const { names = [], namespaces = [], types = [], kinds = [] } = selector
  for (const requirement of requirements)
    if (requirement.is === 'in') return requirement.values.map((value) => keyOfLabel(requirement.key, value))
  const fields = { name: names, namespace: namespaces, type: types, kind: kinds }
  for (const [field, patterns] of Object.entries(fields))
    if (patterns.length > 0 && patterns.every(isPlain))
      return patterns.map((pattern) => keyOfText(field, pattern))
  return [ANY]
}

function coverageOfSelector(selector: SilenceSelector): Coverage {
  const parsed = parseLabelSelector(selector.labels ?? '')
  if (!parsed.ok) return nothing
  const hasLabels = labelTest(parsed.value)
  const hasName = patternTest(selector.names)
  const hasNamespace = patternTest(selector.namespaces)
  const hasType = patternTest(selector.types)
  const kinds = selector.kinds === undefined || selector.kinds.length === 0 ? subjectKinds : selector.kinds
  return {
    includes: (state) =>
      kinds.includes(state.kind) &&
      hasNamespace(state.namespace) &&
      hasType(state.type) &&
      hasName(state.name) &&
      hasLabels(state.labels),
    keys: keysOfSelector(selector, parsed.value),
    kinds,
  }
}

/** Compiles which resources a silence covers. A silence of a resource that is gone covers nothing. */
export function coverageOf(columns: CoverageColumns): Coverage {
  if (columns.covers === 'everything') return { includes: () => true, keys: [ANY], kinds: subjectKinds }
  const target = targetOf(columns)
  if (target !== undefined) return coverageOfResource(target, columns.recursive)
  return columns.covers === 'selector' ? coverageOfSelector(columns.selector) : nothing
}

/** Whether a selector without a filter covers every resource. */
export function selectsEverything(selector: SilenceSelector): boolean {
  if (isEmptySelector(selector)) return true
  const { kinds = [], types = [], namespaces = [], names = [], labels = '' } = selector
  const isAll = (patterns: readonly string[]) => patterns.length === 0 || patterns.includes('*')
  const excludes = [...types, ...namespaces, ...names].some((pattern) => pattern.startsWith('!'))
  return (
    !excludes &&
    labels.trim() === '' &&
    (kinds.length === 0 || subjectKinds.every((kind) => kinds.includes(kind))) &&
    [types, namespaces, names].every(isAll)
  )
}

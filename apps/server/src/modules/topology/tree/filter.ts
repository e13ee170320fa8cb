import { type LabelRequirement, parseLabelSelector } from '@binnacle/contract/search'
import { RequestError } from '../../../platform/errors.ts'
import type { TreeNode } from './model.ts'

/** What `GET /api/topology` is asked for. `All` in a list filter is no filter. */
export interface TreeFilter {
  type?: string | undefined
  team?: string | undefined
  labels?: string | undefined
  status?: string | undefined
  agent_id?: string | undefined
  owner?: string | undefined
}

type Test = (values: readonly (string | null)[]) => boolean

function patternOf(value: string): (text: string) => boolean {
  if (value === '*') return () => true
  if (value.endsWith('*')) return (text) => text.startsWith(value.slice(0, -1))
  return (text) => text === value
}

/**
 * Reads a list of values such as `Pod,!Job,Deploy*`: one of those without a mark, none of those with one. With marked ones
 * alone, everything else matches.
 * @returns undefined where it filters nothing
 */
export function readList(text: string | undefined): Test | undefined {
  const values = (text ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '' && value.toLowerCase() !== 'all')
  if (values.length === 0) return undefined
  const wanted = values.filter((value) => !value.startsWith('!')).map(patternOf)
  const unwanted = values.filter((value) => value.startsWith('!')).map((value) => patternOf(value.slice(1)))
  return (given) => {
    const texts = given.filter((value) => value !== null)
    const has = (patterns: typeof wanted) => patterns.some((matches) => texts.some(matches))
    return (wanted.length === 0 || has(wanted)) && !has(unwanted)
  }
}

/** Reads `k=v,k2!=v2`; `!k=v` is the same as `k!=v`. */
function readLabels(text: string | undefined): readonly LabelRequirement[] {
  if (text === undefined || text === '' || text.toLowerCase() === 'all') return []
  const parsed = parseLabelSelector(text.replaceAll(/(^|,)\s*!([^,=!]+)=/g, '$1$2!='))
  if (!parsed.ok) throw new RequestError('EINVALID', `labels: ${parsed.failure}`)
  return parsed.value
}

function hasLabel({ data }: TreeNode, requirement: LabelRequirement): boolean {
  const { key } = requirement
  const value = data.labels[key] ?? (key === 'namespace' ? (data.namespace ?? undefined) : undefined)
  if (!('values' in requirement)) return (value !== undefined) === (requirement.is === 'exists')
  const isListed = value !== undefined && requirement.values.includes(value)
  return requirement.is === 'in' ? isListed : !isListed
}

/** Which components the filters choose, apart from the filter of the status. @returns undefined where all are chosen */
export function chooser(filter: TreeFilter): ((node: TreeNode) => boolean) | undefined {
  const [type, team, agent, owner] = [filter.type, filter.team, filter.agent_id, filter.owner].map(readList)
  const labels = readLabels(filter.labels)
  if ([type, team, agent, owner].every((test) => test === undefined) && labels.length === 0) return undefined
  return (node) =>
    (type?.([node.data.type]) ?? true) &&
    (team?.(node.data.teams) ?? true) &&
    (agent?.([node.data.agent_id]) ?? true) &&
    (owner?.([node.data.owner]) ?? true) &&
    labels.every((requirement) => hasLabel(node, requirement))
}

/** Which components the filter of the status chooses: by the text of their status, or by their health. */
export function statusTest({ status }: TreeFilter): (node: TreeNode) => boolean {
  const test = readList(status)
  return ({ data }) => test?.([data.status, data.health]) ?? true
}

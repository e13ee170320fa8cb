import { splitList } from '@binnacle/contract/text'
import {
  ALL,
  booleanParameter,
  choiceParameter,
  defineFilters,
  optionalParameter,
  type Parameter,
  textParameter,
  toRequestItems,
  type TriStateFilter,
  triStateParameter,
  type ValuesOf,
} from '@binnacle/ui'
import { sortByParameter, type Sort } from './sort.ts'

/** One value, or `all` for any. */
const oneOfAny = (): Parameter<string> => ({
  default: ALL,
  read: (text) => (text === '' || text.toLowerCase() === ALL ? undefined : text),
  write: (value) => value,
})

const triState = triStateParameter()

/** Labels; pairs without a sign, such as `app=shop`, are included. */
const labelsParameter = (): Parameter<TriStateFilter> => ({
  ...triState,
  read(text) {
    const signed = triState.read(text)
    if (signed === undefined || signed.size > 0) return signed
    return new Map(splitList(text).flatMap((pair) => (pair.indexOf('=') > 0 ? [[pair, 1] as const] : [])))
  },
})

/** URL parameters of the topology. Source: TOP-006. */
export const topologyFilters = defineFilters({
  status: oneOfAny(),
  type: oneOfAny(),
  team: oneOfAny(),
  labels: labelsParameter(),
  agent_id: oneOfAny(),
  sortBy: sortByParameter(),
  sortOrder: choiceParameter<'asc' | 'desc' | ''>(['asc', 'desc', ''], ''),
  /** yes or no; the browser decides where the address says nothing. */
  showHiddenComponents: choiceParameter<'yes' | 'no' | ''>(['yes', 'no', ''], ''),
  refererId: optionalParameter(),
  view: choiceParameter(['cards', 'graph'], 'cards'),
  /** The time that the tree shows; empty for now. */
  at: textParameter(),
  /** The open section of the right panel. */
  section: textParameter('details'),
  /** What a node of the graph stands for. */
  level: textParameter('component'),
  broken: booleanParameter(false),
})
export type TopologyValues = ValuesOf<typeof topologyFilters>

/** The time in the address as ISO 8601; undefined for now and for what is no time in the past. */
export function pastTime(at: string, now: number): string | undefined {
  const time = Date.parse(at)
  return Number.isNaN(time) || time >= now ? undefined : new Date(time).toISOString()
}

/** Which components are asked for. */
export interface TreeRequest {
  id: string | undefined
  values: Pick<TopologyValues, 'status' | 'type' | 'team' | 'labels' | 'agent_id'>
  sort: Sort
  showHidden: boolean
  at: string | undefined
  /** Which part of the list is asked for; the first is 0. */
  page: number
}

/** Cards that one request asks for. */
export const PAGE_SIZE = 100
/** Components that the answer names on each card, the worst first. */
const MOST_BELOW = 10

/** Levels of components that a page shows: its cards and what is on them, and the component of the page. */
const LEVELS = 2

/**
 * The parameters of `GET /api/topology`. A chosen type asks for components of all levels. Source: TOP-044, TOP-045.
 */
export function parametersOf({ id, values, sort, showHidden, at, page }: TreeRequest): URLSearchParams {
  const { status, type, team, labels, agent_id } = values
  const any = (value: string) => (value === ALL ? '' : value)
  return new URLSearchParams(
    Object.entries({
      id: id ?? '',
      status: any(status),
      type: any(type),
      team: any(team),
      labels: toRequestItems(labels).join(','),
      agent_id: any(agent_id),
      sortBy: sort.by,
      sortOrder: sort.order,
      flatten: any(type) === '' ? '' : 'true',
      hidden: showHidden ? '' : 'false',
      depth: String(id === undefined ? LEVELS : LEVELS + 1),
      at: at ?? '',
      offset: page === 0 ? '' : String(page * PAGE_SIZE),
      limit: String(PAGE_SIZE),
      mostBelow: String(MOST_BELOW),
    }).filter(([, value]) => value !== ''),
  )
}

/** Whether a filter is active. */
export function isNarrowed({ status, type, team, labels, agent_id }: TopologyValues): boolean {
  return [status, type, team, agent_id].some((value) => value !== ALL) || labels.size > 0
}

/** Clears every filter. */
export const cleared = {
  status: ALL,
  type: ALL,
  team: ALL,
  labels: topologyFilters.defaults.labels,
  agent_id: ALL,
} as const satisfies Partial<TopologyValues>

import * as z from 'zod/mini'
import { defineColumns, rowSchema, sortableColumns } from '../core/columns.ts'
import { type Health, healths } from '../core/health.ts'

/** Health of a component. Source: TOP-038; unknown where nothing is known. */
export type ComponentHealth = Health
export const componentHealth = z.enum(healths)

/** Components by health. */
export const healthTotals = z.object({
  healthy: z.number(),
  unknown: z.number(),
  warning: z.number(),
  unhealthy: z.number(),
})
export type HealthTotals = z.output<typeof healthTotals>

const time = z.iso.datetime({ offset: true })
const maybeTime = z.nullable(time)
const text = z.nullable(z.string())
const cost = z.nullable(z.number())
const counts = z.record(z.string(), z.number())

/** A link of a property. */
const propertyLink = z.object({
  type: z.optional(z.string()),
  label: z.optional(z.string()),
  url: z.optional(z.string()),
  icon: z.optional(z.string()),
  text: z.optional(z.string()),
  tooltip: z.optional(z.string()),
})

/** A property of a component: a text, or a number with its unit and its limits. Source: TOP-033. */
export const componentProperty = z.object({
  name: z.string(),
  label: z.optional(z.string()),
  type: z.optional(z.string()),
  text: z.optional(z.string()),
  value: z.optional(z.number()),
  unit: z.optional(z.string()),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  order: z.optional(z.number()),
  headline: z.optional(z.boolean()),
  icon: z.optional(z.string()),
  color: z.optional(z.string()),
  status: z.optional(z.string()),
  lastTransition: z.optional(z.string()),
  tooltip: z.optional(z.string()),
  links: z.optional(z.array(propertyLink)),
})
export type ComponentProperty = z.output<typeof componentProperty>

/** What is below a component, its own things included. Source: TOP-034. */
const componentSummary = z.object({
  healthy: z.number(),
  unhealthy: z.number(),
  warning: z.number(),
  unknown: z.number(),
  /** Components with the status info. */
  info: z.number(),
  /** Checks by health. */
  checks: counts,
  /** Open incidents by type and severity. */
  incidents: z.record(z.string(), counts),
  /** Open insights by type and severity. */
  insights: z.record(z.string(), counts),
})
export type ComponentSummary = z.output<typeof componentSummary>

/** The summary of a component with nothing below it. */
export const emptySummary: ComponentSummary = {
  healthy: 0,
  unhealthy: 0,
  warning: 0,
  unknown: 0,
  info: 0,
  checks: {},
  incidents: {},
  insights: {},
}

/** Why a component is not healthy: the end of the path down to what failed. */
const cause = z.object({
  kind: z.enum(['check', 'config', 'component', 'topology']),
  /** Id of the check, config item, component or topology. */
  id: z.string(),
  name: z.string(),
  health: componentHealth,
  message: text,
  since: z.nullable(time),
  /** The components from the one that was asked for down to the one that has the failing thing, both included. */
  path: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type Cause = z.output<typeof cause>

/** The columns of components. The label of one that sorts is what people choose to sort cards by. Source: TOP-039. */
export const componentColumns = defineColumns({
  id: { value: z.uuid() },
  status: { value: z.string(), label: 'Health', sortable: true },
  name: { value: z.string(), label: 'Name', sortable: true },
  title: { value: text },
  text: { value: text },
  type: { value: text, label: 'Type', sortable: true },
  topology_type: { value: text },
  namespace: { value: text },
  icon: { value: text },
  owner: { value: text },
  lifecycle: { value: text },
  tooltip: { value: text },
  description: { value: text },
  health: { value: componentHealth },
  /** Since when it has this health. */
  health_since: { value: maybeTime },
  status_reason: { value: text },
  labels: { value: z.record(z.string(), z.string()) },
  properties: { value: z.array(componentProperty) },
  summary: { value: componentSummary },
  /** Healthy itself, but depends on something unhealthy. It is not counted as unhealthy. */
  at_risk: { value: z.boolean() },
  /** The worst cause of its health; null if it is healthy or nothing is known. */
  cause: { value: z.nullable(cause) },
  /**
   * The worst health of each of the last 24 hours, the oldest first, one letter each: h healthy, w warning, u unhealthy,
   * - unknown.
   */
  strip: { value: z.optional(z.string()) },
  hidden: { value: z.boolean() },
  is_leaf: { value: z.boolean() },
  /** Dotted ids of its ancestors, itself excluded; empty for a root. */
  path: { value: z.string() },
  parent_id: { value: z.nullable(z.uuid()) },
  /** Components that it also appears below. */
  parents: { value: z.array(z.uuid()) },
  topology_id: { value: z.nullable(z.uuid()) },
  agent_id: { value: z.uuid() },
  config_id: { value: z.nullable(z.uuid()) },
  external_id: { value: z.string() },
  logs: { value: z.array(z.object({ name: z.string() })) },
  cost_per_minute: { value: cost },
  cost_total_1d: { value: cost },
  cost_total_7d: { value: cost },
  cost_total_30d: { value: cost },
  created_at: { value: time },
  updated_at: { value: maybeTime, label: 'Last Updated', sortable: true },
  deleted_at: { value: maybeTime },
})

/** Columns that cards can be sorted by. */
export const componentSortColumns = sortableColumns(componentColumns)
export type ComponentSortColumn = (typeof componentSortColumns)[number]

const component = rowSchema(componentColumns)

/** A component of `GET /api/topology` with those below it; the list is empty where they were not asked for. */
export interface TopologyComponent extends z.output<typeof component> {
  components: TopologyComponent[]
  /** Components below it that were left out, because only the first ones were asked for. */
  more?: number | undefined
}
export const topologyComponent: z.ZodMiniType<TopologyComponent> = z.extend(component, {
  components: z.array(z.lazy(() => topologyComponent)),
  more: z.optional(z.number()),
})

/** Returns what a component is called on screens: its text where it has one, otherwise its name. */
export function nameOfComponent({ text, name }: Pick<TopologyComponent, 'text' | 'name'>): string {
  return text !== null && text !== '' ? text : name
}

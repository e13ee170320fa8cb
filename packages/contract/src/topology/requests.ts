import * as z from 'zod/mini'
import { componentHealth, healthTotals, topologyComponent } from './component.ts'

const time = z.iso.datetime({ offset: true })

/** Answer of `GET /api/topology`. */
export const topologyAnswer = z.object({
  components: z.array(topologyComponent),
  /** How many components the list has in all; with an id, how many are right below that one. */
  total: z.number(),
  /** The components of the whole list by their own health, without the filter of the status. */
  totals: healthTotals,
  /** How many of these are healthy themselves but depend on something unhealthy. */
  at_risk: z.number(),
  /** Names of the headline properties of the whole list, by which it can be sorted. */
  headlines: z.array(z.string()),
  /** The distinct statuses, which fill the filter Health. */
  healthStatuses: z.array(z.string()),
  teams: z.array(z.string()),
  tags: z.record(z.string(), z.array(z.string())),
  types: z.array(z.string()),
  /** All agents, which fill the filter Agent; none for who may not read them. */
  agents: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Whether many components still wait for their counts, which are not final until then. */
  counting: z.boolean(),
  /** The time that the tree shows; null for now. */
  at: z.nullable(time),
})
export type TopologyAnswer = z.output<typeof topologyAnswer>
/** An agent as filters and badges name it. */
export type AgentName = TopologyAnswer['agents'][number]

/** Answer of `GET /api/topology/graph`: components and what depends on what. */
export const topologyGraph = z.object({
  nodes: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      type: z.nullable(z.string()),
      icon: z.nullable(z.string()),
      namespace: z.nullable(z.string()),
      health: componentHealth,
      at_risk: z.boolean(),
      parent_id: z.nullable(z.uuid()),
    }),
  ),
  edges: z.array(
    z.object({
      /** The component that depends on the other. */
      from: z.uuid(),
      to: z.uuid(),
      kind: z.enum(['parent', 'relationship', 'config']),
    }),
  ),
  /** Whether components were left out, and how many there are in all. */
  truncated: z.boolean(),
  total: z.number(),
})
export type TopologyGraph = z.output<typeof topologyGraph>

/** Answer of `GET /api/topology/{id}/history`: the transitions of a component's health, the oldest first. */
export const componentHistory = z.object({
  from: time,
  to: time,
  transitions: z.array(z.object({ at: time, health: componentHealth, reason: z.nullable(z.string()) })),
})
export type ComponentHistory = z.output<typeof componentHistory>

/** How many components a decision about held deletions was about. */
export const heldComponents = z.object({ components: z.number() })

/** Answer of `POST /api/topologies/preview` and of a run: the tree that a spec makes, and what went wrong. */
export const topologyPreview = z.object({
  components: z.array(topologyComponent),
  count: z.number(),
  errors: z.array(
    z.object({
      /** Place in the spec, such as `components[0].lookup.http[0]`. */
      path: z.string(),
      message: z.string(),
    }),
  ),
})
export type TopologyPreview = z.output<typeof topologyPreview>

/** Answer of `POST /api/topologies/from-catalog`: the tree that a rule draws, and the spec that draws it. */
export const drawnTopology = z.extend(topologyPreview, {
  spec: z.record(z.string(), z.unknown()),
  /** The same as YAML. */
  text: z.string(),
})
export type DrawnTopology = z.output<typeof drawnTopology>

/** A topology for its editor. Secrets in the spec are masked. */
export const editableTopology = z.object({
  id: z.uuid(),
  name: z.string(),
  namespace: z.string(),
  source: z.nullable(z.string()),
  labels: z.record(z.string(), z.string()),
  spec: z.record(z.string(), z.unknown()),
  /** The spec as YAML with masked secrets: the typed text with its comments if it was stored, otherwise generated. */
  text: z.string(),
  /** Changes with each save. A client sends it back, so that a save never overwrites a change it has not seen. */
  revision: z.guid(),
  agent_id: z.uuid(),
  created_by: z.nullable(z.uuid()),
  created_at: time,
  updated_at: time,
})
export type EditableTopology = z.output<typeof editableTopology>

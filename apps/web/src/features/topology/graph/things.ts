import { healthRank } from '@binnacle/contract/core'
import type { ComponentHealth, TopologyGraph } from '@binnacle/contract/topology'
import { ALL } from '@binnacle/ui'
import type { GraphThing } from '@binnacle/ui/graph'

type GraphNode = TopologyGraph['nodes'][number]

/** A box of the graph: a component, or all components of a namespace. */
export interface ComponentThing extends GraphThing {
  icon: string | null
  type: string | null
  health: ComponentHealth
  atRisk: boolean
  /** Components that it stands for. */
  count: number
  /** Id of the component; undefined for a namespace. */
  component: string | undefined
}

/** What a box stands for: a component, a namespace, or a component of one type. */
const COMPONENTS = 'component'
export const NAMESPACES = 'namespace'
const TYPE = 'type:'

/** What stands for components without a namespace. */
const NOWHERE = '(no namespace)'
const UNTYPED = 'Component'

/** The levels of a graph: all components, namespaces, and each type in it. */
export function levelsOf(nodes: readonly GraphNode[]): readonly { value: string; label: string }[] {
  const types = [...new Set(nodes.flatMap(({ type }) => (type === null || type === '' ? [] : [type])))]
  return [
    { value: COMPONENTS, label: 'All components' },
    { value: NAMESPACES, label: 'Namespaces' },
    ...types
      .toSorted((a, b) => a.localeCompare(b, 'en'))
      .map((type) => ({ value: `${TYPE}${type}`, label: type })),
  ]
}

/** What each component depends on. */
function dependencies({ edges }: Pick<TopologyGraph, 'edges'>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { from, to } of edges) {
    const own = found.get(from)
    if (own === undefined) found.set(from, [to])
    else own.push(to)
  }
  return found
}

/** The next components that are shown, on each way from one: those that are not shown are passed through. */
function nextShown(
  start: string,
  below: ReadonlyMap<string, readonly string[]>,
  isShown: (id: string) => boolean,
): string[] {
  const seen = new Set([start])
  const next = new Set<string>()
  const waiting = [...(below.get(start) ?? [])]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    if (isShown(id)) next.add(id)
    else waiting.push(...(below.get(id) ?? []))
  }
  return [...next]
}

function thingOf(node: GraphNode, leadsTo: readonly string[]): ComponentThing {
  const { id, name, type, icon, health, at_risk: atRisk } = node
  return {
    id,
    name,
    kind: type === null || type === '' ? UNTYPED : type,
    leadsTo,
    icon,
    type,
    health,
    atRisk,
    count: 1,
    component: id,
  }
}

function namespacesOf({ nodes, edges }: TopologyGraph): ComponentThing[] {
  const nameOf = ({ namespace }: GraphNode) => (namespace === null || namespace === '' ? NOWHERE : namespace)
  const byId = new Map(nodes.map((node) => [node.id, nameOf(node)]))
  const leads = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    const [source, target] = [byId.get(from), byId.get(to)]
    if (source === undefined || target === undefined || source === target) continue
    leads.set(source, (leads.get(source) ?? new Set()).add(`namespace:${target}`))
  }
  return [...Map.groupBy(nodes, nameOf)].map(([name, own]) => ({
    id: `namespace:${name}`,
    name,
    kind: 'Namespace',
    leadsTo: [...(leads.get(name) ?? [])],
    icon: null,
    type: 'Namespace',
    health: own.reduce<ComponentHealth>(
      (worst, { health }) => (healthRank(health) < healthRank(worst) ? health : worst),
      'healthy',
    ),
    atRisk: own.some(({ at_risk: atRisk }) => atRisk),
    count: own.length,
    component: undefined,
  }))
}

/** What of a graph is shown. */
export interface GraphChoice {
  level: string
  /** Health of the components that are shown; `all` for any. */
  status: string
  /** Whether only what is not well is shown. */
  broken: boolean
  hidden: ReadonlySet<string>
  /** Ids that are shown even if they are well. */
  pinned: ReadonlySet<string>
}

/** The boxes of a graph. Whatever is left out is passed through, so that what depends on what stays visible. */
export function thingsOf(graph: TopologyGraph, choice: GraphChoice): readonly ComponentThing[] {
  const { level, status, broken, hidden, pinned } = choice
  const isWanted = ({ id, health }: { id: string; health: ComponentHealth }): boolean =>
    !hidden.has(id) &&
    (pinned.has(id) ||
      ((status === ALL || health === status) && (!broken || health === 'unhealthy' || health === 'warning')))
  if (level === NAMESPACES) return namespacesOf(graph).filter(isWanted)
  const type = level.startsWith(TYPE) ? level.slice(TYPE.length) : undefined
  const shown = graph.nodes.filter(
    (node) => isWanted(node) && (type === undefined || node.type === type || pinned.has(node.id)),
  )
  const ids = new Set(shown.map(({ id }) => id))
  const below = dependencies(graph)
  const isWhole = ids.size === graph.nodes.length
  return shown.map((node) =>
    thingOf(node, isWhole ? (below.get(node.id) ?? []) : nextShown(node.id, below, (id) => ids.has(id))),
  )
}

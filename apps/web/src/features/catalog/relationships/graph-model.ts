/** What the graph needs of an item. */
export interface GraphItem {
  id: string
  name: string
  type: string
  /** Items that it leads to. */
  related_ids: readonly string[]
}

/** A node of the picture: an item, or a group of items of one type below another one. */
export type GraphNode<Item extends GraphItem> =
  | { kind: 'item'; id: string; item: Item; isRoot: boolean }
  | { kind: 'group'; id: string; type: string; count: number; open: boolean; worst: string | undefined }

/** A line of the picture. */
export interface GraphEdge {
  id: string
  source: string
  target: string
}

/** Items of one type below one item from which they are a group. Source: REL-008. */
const GROUP_FROM = 3
/** Items from which a group is closed at first. Source: REL-009, decision 15. */
const CLOSED_FROM = 4

/** The id of the group of a type below an item. */
export function groupId(parent: string, type: string): string {
  return `${parent}/${type}`
}

const ranks = ['unhealthy', 'warning', 'unknown', 'healthy']

/** The worst health of items; undefined if none has one. */
function worstOf(items: readonly { health?: string | null }[]): string | undefined {
  return ranks.find((rank) => items.some(({ health }) => health === rank))
}

/**
 * Builds the picture of a graph: items reached from the root and from what nothing leads to, where many of one type below
 * one item are a group.
 * @param toggled ids of groups that people opened or closed, so that they are not as at first
 */
export function buildGraph<Item extends GraphItem & { health?: string | null }>(
  items: readonly Item[],
  root: string,
  toggled: ReadonlySet<string>,
): { nodes: readonly GraphNode<Item>[]; edges: readonly GraphEdge[] } {
  const known = new Map(items.map((item) => [item.id, item]))
  const led = new Set(items.flatMap(({ related_ids: ids, id }) => ids.filter((other) => other !== id)))
  const nodes = new Map<string, GraphNode<Item>>()
  const edges = new Map<string, GraphEdge>()
  const waiting: Item[] = []

  function show(item: Item): void {
    if (nodes.has(item.id)) return
    nodes.set(item.id, { kind: 'item', id: item.id, item, isRoot: item.id === root })
    waiting.push(item)
  }
  function connect(source: string, target: string): void {
    const id = `${source}>${target}`
    edges.set(id, { id, source, target })
  }

  const start = known.get(root)
  if (start !== undefined) show(start)
  for (const item of items) if (!led.has(item.id)) show(item)

  // Items are added while it runs, so that it reaches everything.
  for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
    const below = [...new Set(item.related_ids)].flatMap((id) => {
      const found = known.get(id)
      return found === undefined || id === item?.id ? [] : [found]
    })
    for (const [type, own] of Map.groupBy(below, (each) => each.type)) {
      const grouped = own.filter(({ id }) => id !== root)
      const source = item.id
      // The root is always seen, so it never is in a group.
      if (grouped.length < own.length) connect(source, root)
      if (grouped.length < GROUP_FROM) {
        for (const each of grouped) {
          show(each)
          connect(source, each.id)
        }
        continue
      }
      const id = groupId(source, type)
      const open = grouped.length < CLOSED_FROM !== toggled.has(id)
      nodes.set(id, { kind: 'group', id, type, count: grouped.length, open, worst: worstOf(grouped) })
      connect(source, id)
      if (!open) continue
      for (const each of grouped) {
        show(each)
        connect(id, each.id)
      }
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()].filter(({ target }) => nodes.has(target)) }
}

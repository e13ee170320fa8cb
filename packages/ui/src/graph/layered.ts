import { type LayoutRequest, NODE, type Place, SPACING } from './sizes.ts'

/** Targets and sources of each node, by its number. */
function neighbors({ nodes, edges }: Pick<LayoutRequest, 'nodes' | 'edges'>) {
  const numbers = new Map(nodes.map((id, index) => [id, index]))
  const targets: number[][] = nodes.map(() => [])
  const sources: number[][] = nodes.map(() => [])
  for (const [source, target] of edges) {
    const [from, to] = [numbers.get(source), numbers.get(target)]
    if (from === undefined || to === undefined || from === to) continue
    targets[from]?.push(to)
    sources[to]?.push(from)
  }
  return { targets, sources }
}

/** The level of each node: one more than that of what leads to it. A cycle begins at its first node. */
function levelsOf(targets: readonly number[][], sources: readonly number[][]): number[] {
  const levels = targets.map(() => 0)
  const open = sources.map(({ length }) => length)
  const done = targets.map(() => false)
  const ready = open.flatMap((count, index) => (count === 0 ? [index] : []))
  let readyAt = 0
  for (let first = 0; ;) {
    const next = ready[readyAt]
    if (next !== undefined) {
      readyAt += 1
      if (done[next]) continue
      done[next] = true
      for (const target of targets[next] ?? []) {
        if (done[target]) continue
        levels[target] = Math.max(levels[target] ?? 0, (levels[next] ?? 0) + 1)
        open[target] = (open[target] ?? 0) - 1
        if (open[target] === 0) ready.push(target)
      }
      continue
    }
    while (done[first]) first += 1
    if (first >= targets.length) return levels
    ready.push(first)
  }
}

/** Orders the nodes of each level by the mean place of what leads to them, then by that of what they lead to. */
function ordered(
  levels: readonly number[],
  targets: readonly number[][],
  sources: readonly number[][],
): number[][] {
  const rows: number[][] = []
  for (const [node, level] of levels.entries()) (rows[level] ??= []).push(node)
  const place = levels.map(() => 0)
  const settle = (row: number[]) => {
    for (const [index, node] of row.entries()) place[node] = index / row.length
  }
  for (const row of rows) settle(row)
  const sortBy = (row: number[], linked: readonly number[][]) => {
    const mean = new Map(
      row.map((node) => {
        const others = linked[node] ?? []
        const sum = others.reduce((total, other) => total + (place[other] ?? 0), 0)
        return [node, others.length === 0 ? (place[node] ?? 0) : sum / others.length]
      }),
    )
    row.sort((left, right) => (mean.get(left) ?? 0) - (mean.get(right) ?? 0) || left - right)
    settle(row)
  }
  for (let sweep = 0; sweep < 3; sweep += 1) {
    for (const row of rows) sortBy(row, sources)
    for (const row of rows.toReversed()) sortBy(row, targets)
  }
  return rows
}

/**
 * Computes where the nodes of a large graph are, in time that grows with nodes and lines: in levels, each of which takes
 * several columns where it has many nodes, so that the picture is not a thin strip.
 */
export function layered(request: Pick<LayoutRequest, 'direction' | 'nodes' | 'edges'>): Map<string, Place> {
  const { direction, nodes } = request
  const { targets, sources } = neighbors(request)
  const rows = ordered(levelsOf(targets, sources), targets, sources)
  const right = direction === 'LR'
  const [along, across] = right ? [NODE.width, NODE.height] : [NODE.height, NODE.width]
  const [step, gap] = [along + SPACING.levels, across + SPACING.nodes]
  // As long across as along, for all nodes together.
  const most = Math.max(20, Math.ceil(Math.sqrt((nodes.length * step) / gap)))
  const positions = new Map<string, Place>()
  let level = 0
  for (const row of rows) {
    const columns = Math.ceil(row.length / most)
    const height = Math.ceil(row.length / columns)
    for (const [index, node] of row.entries()) {
      const column = Math.floor(index / height)
      const inColumn = Math.min(height, row.length - column * height)
      const [a, b] = [(level + column) * step, ((index % height) - (inColumn - 1) / 2) * gap]
      positions.set(nodes[node] ?? '', right ? { x: a, y: b } : { x: b, y: a })
    }
    level += columns
  }
  return positions
}

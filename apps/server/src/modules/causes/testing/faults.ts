import { breakNode, breakUsers, MINUTE, usersOf, type World, type WorldNode } from './world.ts'

/** What is true of a fault: what an answer should name first. */
export interface Truth {
  /** What the answer should name; `unknown` where nothing that is known explains the failure. */
  cause: 'change' | 'failing' | 'recovered' | 'unseen' | 'unknown'
  node?: WorldNode | undefined
  /** Type of the change. */
  type?: string | undefined
}

/** A fault in a world, and the node that somebody asks about. */
export interface Fault {
  kind: string
  truth: Truth
  asked: WorldNode
}

/** Injects a fault; undefined where the world has nothing that can break in this way. */
type FaultKind = (world: World) => Omit<Fault, 'kind'> | undefined

const isDown = ({ outages }: WorldNode) => outages.some(({ to }) => to === undefined)

/** Whether a check that tells the truth sees by now that a node is down. */
const isSeenDown = (node: WorldNode, now: number): boolean => {
  const since = node.outages.find(({ to }) => to === undefined)?.from
  return (
    since !== undefined &&
    node.checks.some(({ failsSince, flaps, interval, phase, endsAt }) => {
      const last = now - ((now - phase) % interval)
      return failsSince === undefined && flaps !== true && endsAt === undefined && last >= since
    })
  )
}

function reachable(world: World, from: WorldNode): WorldNode[] {
  const found = new Set<WorldNode>([from])
  for (const node of found) for (const user of usersOf(world, node)) found.add(user)
  found.delete(from)
  return [...found]
}

/** Somebody asks about what they see to be down: those near the fault more often. */
function askAbout(world: World, root: WorldNode, withRoot: boolean): WorldNode | undefined {
  const near = [...(withRoot ? [root] : []), ...usersOf(world, root)].filter((node) =>
    isSeenDown(node, world.now),
  )
  const all = reachable(world, root).filter((node) => isSeenDown(node, world.now))
  const list = near.length > 0 && world.chance.happens(0.7) ? near : all.length > 0 ? all : near
  return list.length === 0 ? undefined : world.chance.one(list)
}

const nodesOf = (world: World, ...layers: WorldNode['layer'][]) =>
  world.nodes.filter(({ layer }) => layers.includes(layer))

const pick = (world: World, list: readonly WorldNode[]): WorldNode | undefined =>
  list.length === 0 ? undefined : world.chance.one(list)

/** Adds the change that is the cause, the last of its type. */
function change(
  world: World,
  node: WorldNode,
  at: number,
  type: string,
  severity: string | null = null,
): Truth {
  world.changes = world.changes.filter((other) => other.node !== node || other.type !== type || other.at < at)
  world.changes.push({
    node,
    type,
    source: type === 'diff' ? 'diff' : 'push',
    severity,
    summary: 'the fault',
    at,
  })
  return { cause: 'change', node, type }
}

/** Takes changes of a node away that fit its failure by chance: nobody could know better. */
function withoutCoincidence(world: World, root: WorldNode): void {
  world.changes = world.changes.filter(({ node, at }) => node !== root || at < world.fault - 10 * MINUTE)
}

const before = (world: World, most: number) => world.fault - world.chance.between(0.1, most) * MINUTE

/** Something of a layer fails without a change, and its users after it. */
const failsItself =
  (...layers: WorldNode['layer'][]): FaultKind =>
  (world) => {
    const root = pick(world, nodesOf(world, ...layers))
    if (root === undefined) return undefined
    withoutCoincidence(world, root)
    breakNode(world, root, world.fault)
    const asked = askAbout(world, root, false)
    if (asked === undefined || !isSeenDown(root, world.now)) return undefined
    return { asked, truth: { cause: 'failing', node: root } }
  }

/** Kinds of faults by name. */
export const faultKinds: Readonly<Record<string, FaultKind>> = {
  'bad delivery of a service'(world) {
    const root = pick(world, nodesOf(world, 'service'))
    if (root === undefined) return undefined
    breakNode(world, root, world.fault)
    const asked = askAbout(world, root, true)
    if (asked === undefined) return undefined
    const type = world.chance.one(['diff', 'Deployment', 'Release'])
    return {
      asked,
      truth: change(world, root, before(world, 4), type, world.chance.one([null, 'info', 'info'])),
    }
  },
  'bad settings'(world) {
    const root = pick(
      world,
      nodesOf(world, 'settings', 'secret').filter((node) => usersOf(world, node).length > 0),
    )
    if (root === undefined) return undefined
    breakUsers(world, root, world.fault)
    const asked = askAbout(world, root, false)
    return asked && { asked, truth: change(world, root, before(world, 3), 'diff') }
  },
  'migrated database that stays green'(world) {
    const root = pick(
      world,
      nodesOf(world, 'database').filter((node) => usersOf(world, node).length > 0),
    )
    if (root === undefined) return undefined
    breakUsers(world, root, world.fault)
    const asked = askAbout(world, root, false)
    return asked && { asked, truth: change(world, root, before(world, 3), 'Migration') }
  },
  'host fails': failsItself('host'),
  'database or provider fails': failsItself('database', 'provider'),
  'something needed is removed'(world) {
    const root = pick(
      world,
      nodesOf(world, 'settings', 'secret', 'database', 'service').filter(
        (node) => usersOf(world, node).length > 0,
      ),
    )
    if (root === undefined) return undefined
    root.deletedAt = before(world, 3)
    root.checks = []
    breakUsers(world, root, world.fault)
    const asked = askAbout(world, root, false)
    return asked && { asked, truth: { cause: 'change', node: root, type: 'Deleted' } }
  },
  'a caller overloads'(world) {
    const root = pick(world, nodesOf(world, 'job'))
    const loaded = root?.needs.find(({ layer }) => layer === 'database')
    if (root === undefined || loaded === undefined) return undefined
    loaded.message = 'too many connections'
    breakNode(world, loaded, world.fault)
    root.outages = []
    const asked = world.chance.happens(0.4) ? loaded : askAbout(world, loaded, false)
    if (
      asked === undefined ||
      !isSeenDown(asked, world.now) ||
      !isSeenDown(loaded, world.now) ||
      asked === root
    )
      return undefined
    return {
      asked,
      truth: change(world, root, before(world, 5), world.chance.one(['diff', 'Purge', 'JobStarted'])),
    }
  },
  'failed shortly before and is well again'(world) {
    const root = pick(
      world,
      nodesOf(world, 'database', 'provider').filter((node) => usersOf(world, node).length > 0),
    )
    if (root === undefined) return undefined
    const length = world.chance.between(2, 4) * MINUTE
    root.outages.push({ from: world.fault - length, to: world.fault + MINUTE })
    breakUsers(world, root, world.fault)
    // A check that looks each half hour sees nothing of it.
    for (const one of root.checks) one.interval = Math.min(one.interval, MINUTE)
    const asked = askAbout(world, root, false)
    if (
      asked === undefined ||
      !root.checks.some(({ flaps, failsSince }) => flaps !== true && failsSince === undefined)
    )
      return undefined
    return { asked, truth: { cause: 'recovered', node: root } }
  },
  'nobody sees what is needed'(world) {
    const root = pick(
      world,
      nodesOf(world, 'database', 'provider', 'host').filter(
        (node) => node.checks.length > 0 && usersOf(world, node).length > 1,
      ),
    )
    if (root === undefined) return undefined
    root.scraped = undefined
    for (const one of root.checks) {
      one.endsAt = world.fault - world.chance.between(0.5, 3) * MINUTE
      one.interval = Math.min(one.interval, MINUTE)
      one.failsSince = undefined
      one.flaps = false
    }
    breakUsers(world, root, world.fault)
    const asked = askAbout(world, root, false)
    if (asked === undefined || usersOf(world, root).filter((node) => isSeenDown(node, world.now)).length < 2)
      return undefined
    return { asked, truth: { cause: 'unseen', node: root } }
  },
  'fails by itself': failsItself('service', 'database'),
  'nothing explains it'(world) {
    const root = pick(world, nodesOf(world, 'service'))
    if (root === undefined) return undefined
    breakNode(world, root, world.fault)
    if (!isSeenDown(root, world.now)) return undefined
    // Without a change nearby that fits by chance: then nobody could know better.
    const near = new Set([root, ...root.needs])
    world.changes = world.changes.filter(({ node, at }) => !near.has(node) || at < world.fault - 60 * MINUTE)
    return { asked: root, truth: { cause: 'unknown' } }
  },
  'two faults at once'(world) {
    const [one, other] = world.chance.some(nodesOf(world, 'service'), 2)
    if (one === undefined || other === undefined || isDown(other)) return undefined
    const touched = new Set([one, ...reachable(world, one)])
    if (touched.has(other) || reachable(world, other).some((node) => touched.has(node))) return undefined
    breakNode(world, other, world.fault - world.chance.between(0, 2) * MINUTE)
    change(world, other, before(world, 4), 'Deployment')
    breakNode(world, one, world.fault)
    const asked = askAbout(world, one, true)
    return asked && { asked, truth: change(world, one, before(world, 4), 'Deployment') }
  },
}

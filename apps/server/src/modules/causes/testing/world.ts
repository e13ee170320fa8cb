import type { Chance } from './random.ts'

export const MINUTE = 60_000

/** What a thing is in a generated world. */
type Layer = 'provider' | 'host' | 'database' | 'service' | 'job' | 'settings' | 'secret' | 'group'

/** A check of a node, and what it looks at wrongly. */
export interface WorldCheck {
  name: string
  /** Milliseconds between two looks. */
  interval: number
  /** Milliseconds after which the first look of a period is. */
  phase: number
  /** Fails since this time, whatever the node does; undefined for a check that tells the truth. */
  failsSince?: number | undefined
  flaps?: boolean | undefined
  /** The time of its last look; undefined while it looks. */
  endsAt?: number | undefined
}

/** A time in which a node does not work. Milliseconds since the epoch. */
interface Outage {
  from: number
  to?: number | undefined
}

/** A thing of a generated world. */
export interface WorldNode {
  name: string
  layer: Layer
  needs: WorldNode[]
  group: WorldNode | undefined
  checks: WorldCheck[]
  outages: Outage[]
  /** How often a scraper looks at its health; undefined where its item has none. */
  scraped?: Pick<WorldCheck, 'interval' | 'phase'> | undefined
  message: string
  deletedAt?: number | undefined
}

export interface WorldChange {
  node: WorldNode
  type: string
  source: string
  severity: string | null
  summary: string
  at: number
}

/** A generated world before something breaks. Times are milliseconds since the epoch. */
export interface World {
  nodes: WorldNode[]
  changes: WorldChange[]
  /** The time that is asked for. */
  now: number
  /** When something breaks. */
  fault: number
  chance: Chance
}

/** How large a world is. */
export interface WorldSize {
  services: number
  groups: number
}

const INTERVALS = [MINUTE / 2, MINUTE, MINUTE, MINUTE, 5 * MINUTE, 5 * MINUTE, 30 * MINUTE]

const severities = [null, null, 'info', 'info', 'low', 'medium'] as const

/** A change that breaks nothing. */
export function innocentChange(node: WorldNode, at: number, chance: Chance): WorldChange {
  const isDiff = chance.happens(0.6)
  return {
    node,
    type: isDiff ? 'diff' : chance.one(['Deployment', 'Scaling', 'Pulled', 'Restarted', 'CostChanged']),
    source: isDiff ? 'diff' : 'push',
    severity: chance.one(severities),
    summary: 'innocent',
    at,
  }
}

/** Makes a world in layers, with changes of a day and checks that nobody should trust. */
export function makeWorld(chance: Chance, { services, groups }: WorldSize, now: number): World {
  const fault = now - chance.between(4, 20) * MINUTE
  const nodes: WorldNode[] = []
  const add = (name: string, layer: Layer, needs: WorldNode[], group?: WorldNode): WorldNode => {
    const node: WorldNode = { name, layer, needs, group, checks: [], outages: [], message: `${name} refused` }
    nodes.push(node)
    return node
  }
  const list = <Value>(count: number, make: (number: number) => Value): Value[] =>
    Array.from({ length: count }, (_, number) => make(number))
  const groupNodes = list(groups, (number) => add(`group ${number}`, 'group', []))
  const providers = list(2, (number) => add(`provider ${number}`, 'provider', []))
  const hosts = list(Math.max(3, Math.round(services / 5)), (number) => add(`host ${number}`, 'host', []))
  const databases = list(Math.max(2, Math.round(services / 6)), (number) =>
    add(
      `database ${number}`,
      'database',
      chance.happens(0.7) ? [chance.one(hosts)] : [],
      chance.one(groupNodes),
    ),
  )
  const secrets = list(3, (number) => add(`secret ${number}`, 'secret', []))
  const serviceNodes: WorldNode[] = []
  for (let number = 0; number < services; number += 1) {
    const group = chance.one(groupNodes)
    const needs = [chance.one(hosts)]
    if (chance.happens(0.6)) needs.push(chance.one(databases))
    if (chance.happens(0.15)) needs.push(chance.one(providers))
    if (chance.happens(0.3)) needs.push(chance.one(secrets))
    if (chance.happens(0.5)) needs.push(add(`settings of ${number}`, 'settings', [], group))
    // Earlier ones stand deeper, so calls have no circle.
    for (const called of chance.some(serviceNodes, Math.floor(chance.number() * 2.6))) needs.push(called)
    serviceNodes.push(add(`service ${number}`, 'service', needs, group))
  }
  for (const number of list(Math.max(2, Math.round(services / 8)), (place) => place))
    add(
      `job ${number}`,
      'job',
      [chance.one(databases), ...(chance.happens(0.4) ? [chance.one(serviceNodes)] : [])],
      chance.one(groupNodes),
    )

  const hasChecks = {
    provider: 0.8,
    host: 0.8,
    database: 0.85,
    service: 0.9,
    job: 0.4,
    settings: 0,
    secret: 0,
    group: 0,
  }
  const changesADay = {
    provider: 0.3,
    host: 1.5,
    database: 0.7,
    service: 3,
    job: 2,
    settings: 1,
    secret: 0.3,
    group: 0,
  }
  const changes: WorldChange[] = []
  for (const node of nodes) {
    const addCheck = (suffix: string, more: Partial<WorldCheck> = {}) => {
      const interval = chance.one(INTERVALS)
      node.checks.push({
        name: `${node.name} ${suffix}`,
        interval,
        phase: chance.number() * interval,
        ...more,
      })
    }
    if (chance.happens(hasChecks[node.layer])) {
      addCheck('answers')
      if (chance.happens(0.25)) addCheck('logs in')
      if (chance.happens(0.06)) addCheck('flaps', { interval: MINUTE, flaps: true })
      if (chance.happens(0.06))
        addCheck('is old', { failsSince: fault - Math.exp(chance.between(4, 8)) * MINUTE })
    }
    if (chance.happens(0.4) && hasChecks[node.layer] > 0) {
      const interval = chance.one([MINUTE, 5 * MINUTE])
      node.scraped = { interval, phase: chance.number() * interval }
    }
    let count = 0
    for (let rest = chance.number(); rest > Math.exp(-changesADay[node.layer]); rest *= chance.number())
      count += 1
    for (let number = 0; number < count; number += 1)
      changes.push(innocentChange(node, fault - chance.between(0, 24 * 60) * MINUTE, chance))
  }
  // Something is always delivered just before, and has nothing to do with it.
  for (const node of chance.some([...serviceNodes, ...databases], Math.max(2, Math.round(services / 8))))
    changes.push(innocentChange(node, fault - chance.between(0, 30) * MINUTE, chance))
  return { nodes, changes, now, fault, chance }
}

/** Those that need a node directly. */
export const usersOf = ({ nodes }: World, node: WorldNode): WorldNode[] =>
  nodes.filter(({ needs }) => needs.includes(node))

/** Lets a node fail, and most of those who need it a little later. */
export function breakNode(world: World, node: WorldNode, at: number, to?: number): void {
  if (node.outages.some((outage) => outage.to === undefined)) return
  node.outages.push({ from: at, to })
  const { chance } = world
  for (const user of usersOf(world, node))
    if (chance.happens(0.85)) breakNode(world, user, at + chance.between(2, 60) * 1_000, to)
}

/** Lets those who need a node fail, while it seems well itself. */
export function breakUsers(world: World, node: WorldNode, at: number): void {
  for (const user of usersOf(world, node)) breakNode(world, user, at + world.chance.between(2, 60) * 1_000)
}

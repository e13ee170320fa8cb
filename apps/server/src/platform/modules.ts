import type { DataRules } from './data/index.ts'
import { maintainPartitions, partitionJob } from './database/partitions.ts'
import type { LiveTopics } from './http/live-stream.ts'
import type { Receiver } from './http/receiver.ts'
import type { Route } from './http/route.ts'
import { type Job, knownJobs } from './jobs/index.ts'
import { declarationsOf, type Finder } from './kind.ts'
import type { Module, OpenModule } from './module.ts'
import { type FollowMove, moveFollowers } from './moves.ts'
import type { Platform } from './platform.ts'
import { definePort } from './port.ts'
import { type Subject, subjects } from './subjects.ts'

/** What finds the resources of each kind, of every module that is open by now. */
export const finders = definePort<ReadonlyMap<string, Finder>>('finders')

/** What all modules declare together. */
export interface Declarations {
  modules: readonly Module[]
  routes: readonly Route[]
  receivers: readonly Receiver[]
  relations: DataRules
  topics: LiveTopics
  /** Paths whose errors are texts. */
  textErrors: readonly RegExp[]
  jobs: readonly Job[]
}

/** @throws where two modules declare the same, of which one would silently count */
function refuseTwice(what: string, names: readonly string[]): void {
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice !== undefined) throw new Error(`two modules declare ${what} ${twice}`)
}

function together<Value>(what: string, records: readonly Readonly<Record<string, Value>>[]) {
  const entries = records.flatMap((record) => Object.entries(record))
  refuseTwice(
    what,
    entries.map(([name]) => name),
  )
  return Object.fromEntries(entries)
}

function declare(modules: readonly Module[], { pool }: Platform): Declarations {
  const all = <Value>(list: (module: Module) => readonly Value[] | undefined) =>
    modules.flatMap((module) => list(module) ?? [])
  const routes = all(({ routes: own }) => own)
  const receivers = all(({ receivers: own }) => own)
  const kinds = all(({ kinds: own }) => own).map(declarationsOf)
  const jobs = [
    partitionJob(
      pool,
      all(({ partitions }) => partitions),
    ),
    ...all(({ jobs: own }) => own),
  ]
  refuseTwice(
    'the route',
    routes.map(({ method, path }) => `${method} ${path}`),
  )
  refuseTwice(
    'the receiver',
    receivers.map(({ path }) => path),
  )
  refuseTwice(
    'the job',
    jobs.map(({ name }) => name),
  )
  return {
    modules,
    routes,
    receivers,
    relations: together('the relation', [
      ...modules.map(({ data = {} }) => data),
      ...kinds.map(({ relations }) => relations),
    ]),
    topics: together('the topic', [
      ...modules.map(({ topics = {} }) => topics),
      ...kinds.map(({ topics }) => topics),
    ]),
    textErrors: all(({ textErrors }) => textErrors),
    jobs,
  }
}

/**
 * Opens modules, each after those before it in the list.
 * @returns what they declare
 * @throws where two of them declare the same
 */
export async function openModules(platform: Platform, list: readonly OpenModule[]): Promise<Declarations> {
  const { pool, clock, events, metrics } = platform
  const modules: Module[] = []
  const known = new Map<string, Finder>()
  finders.offer(platform, known)
  const bySubjectKind = new Map<string, Subject>()
  subjects.offer(platform, bySubjectKind)
  const followers: FollowMove[] = []
  moveFollowers.offer(platform, followers)
  const jobs: Job[] = []
  knownJobs.offer(platform, jobs)
  for (const open of list) {
    const module = await open(platform)
    refuseTwice(
      'the name',
      [...modules, module].map(({ name }) => name),
    )
    modules.push(module)
    // The next ones may write to them.
    if (module.partitions !== undefined) await maintainPartitions(pool, module.partitions, clock.now())
    events.register(module.consumers ?? [])
    if (module.followMove !== undefined) followers.push(module.followMove)
    if (module.metrics !== undefined) metrics.addSource(module.metrics)
    for (const own of (module.kinds ?? []).map(declarationsOf)) {
      for (const [kind, finder] of Object.entries(own.finders)) {
        refuseTwice('the finder', [...known.keys(), kind])
        known.set(kind, finder)
      }
      for (const subject of own.subjects) {
        refuseTwice('the subject', [...bySubjectKind.keys(), subject.kind])
        bySubjectKind.set(subject.kind, subject)
      }
    }
  }
  const declarations = declare(modules, platform)
  jobs.push(...declarations.jobs)
  return declarations
}

/** Ends the work of modules with the rest of the process: the last one's first, and before the platform ends. */
export function stopAtEnd({ parts }: Platform, { modules }: Declarations): void {
  for (const { name, stop } of modules) if (stop !== undefined) parts.onEnd(name, stop)
}

/** Begins the work of modules in the background, where this process does such work. */
export async function startModules({ works }: Platform, { modules }: Declarations): Promise<void> {
  if (works) for (const module of modules) await module.start?.()
}

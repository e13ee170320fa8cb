import { milliseconds } from '@binnacle/plugin-kit/core'
import type { ScrapeOutput, ScrapeFault } from '@binnacle/plugin-kit/scrapers'
import { type Fields, fieldsOf, textAt, timeAt } from '@binnacle/health-rules/document'
import type { Api, ApiFailure } from '@binnacle/clients/kubernetes/client'
import { discover, type Discovery, type Resource } from '@binnacle/clients/kubernetes/discovery'
import { listPages } from '@binnacle/clients/kubernetes/list'
import { createChannel } from './channel.ts'
import { changeOf, timeOfEvent } from './objects/events.ts'
import { excludesKind } from './objects/exclude.ts'
import { clusterItem, itemOf, type Reading } from './objects/item.ts'
import { eventsOf, inReadingOrder, isWanted, itemType, selectionOf } from './resources.ts'

const USUAL_IN_FLIGHT = 64
/** Items that wait for the reader at most, besides the pages that are being read. */
const ROOM = 500
const NOT_FOUND = 404
const NOT_ALLOWED = 405
const BAD_REQUEST = 400

/** Most requests of a spec at once. */
export function inFlight({ spec }: Pick<Reading, 'spec'>): number {
  return spec.maxInflight ?? USUAL_IN_FLIGHT
}

/** Lists of objects of several groups may have the same type, such as Ingress; each must be whole. */
class Completeness {
  readonly #left = new Map<string, number>()
  readonly #broken = new Set<string>()

  constructor(resources: readonly Resource[]) {
    for (const resource of resources)
      this.#left.set(itemType(resource), (this.#left.get(itemType(resource)) ?? 0) + 1)
  }

  /** Whether several groups have the type, which then may show the same objects. */
  isShared(resource: Resource): boolean {
    return (this.#left.get(itemType(resource)) ?? 0) > 1
  }

  break(resource: Resource): void {
    this.#broken.add(itemType(resource))
  }

  /** Notes that a list was read to its end. @returns whether that was the last one of its type */
  end(resource: Resource): boolean {
    const type = itemType(resource)
    const left = (this.#left.get(type) ?? 0) - 1
    this.#left.set(type, left)
    return left === 0 && !this.#broken.has(type)
  }
}

/** One look at a cluster. */
class Look {
  readonly #reading: Reading
  readonly #api: Api
  /** Objects before this are not looked for. */
  readonly #since: number | undefined
  readonly #seen = new Set<string>()
  /** Whether something was not read, whatever is said about it. */
  isPartial = false

  constructor(reading: Reading, api: Api) {
    this.#reading = reading
    this.#api = api
    const { since } = reading.spec
    if (since !== undefined) this.#since = reading.context.now().getTime() - milliseconds(since)
  }

  get isLimited(): boolean {
    return this.#since !== undefined
  }

  isOld(time: Date | undefined): boolean {
    return this.#since !== undefined && time !== undefined && time.getTime() < this.#since
  }

  /** What could not be read, which is only logged where the spec allows that. */
  *missing(message: string, part: Pick<ScrapeFault, 'type' | 'scope'>): Generator<ScrapeOutput> {
    this.isPartial = true
    if (this.#reading.spec.allowIncomplete === true) this.#reading.context.log(`not read: ${message}`)
    else yield { kind: 'fault', message, ...part }
  }

  /** Why a list was not read. Kinds without lists, or without the fields of a selector, are no fault. */
  *unread(resource: Resource, failure: ApiFailure): Generator<ScrapeOutput> {
    const { status, message } = failure
    const cannotList = status === NOT_FOUND || status === NOT_ALLOWED
    const cannotSelect = status === BAD_REQUEST && this.#reading.spec.fieldSelector !== undefined
    if (!cannotList && !cannotSelect) {
      yield* this.missing(message, { type: itemType(resource), scope: this.#reading.scope })
      return
    }
    this.isPartial = true
    this.#reading.context.log(`${resource.kind} left out: ${message}`)
  }

  /** The items of a kind, and whether everything of its type has been seen then. */
  async *kind(resource: Resource, completeness: Completeness): AsyncGenerator<ScrapeOutput> {
    const { spec, scope, exclusions } = this.#reading
    const type = itemType(resource)
    const isShared = completeness.isShared(resource)
    if (!excludesKind(exclusions, resource.kind))
      for await (const page of listPages(this.#api, resource, selectionOf(spec))) {
        if (!page.ok) {
          completeness.break(resource)
          yield* this.unread(resource, page.failure)
          break
        }
        for (const object of page.value.fresh) yield* await this.object(object, resource, isShared)
      }
    if (completeness.end(resource) && !this.isLimited) yield { kind: 'complete', type, scope }
  }

  /** The item of an object of a list, which does not repeat the kind for each. */
  async object(listed: Fields, resource: Resource, isShared: boolean): Promise<readonly ScrapeOutput[]> {
    if (this.isOld(timeAt(listed, 'metadata', 'creationTimestamp'))) return []
    const uid = textAt(listed, 'metadata', 'uid') ?? ''
    if (isShared && this.#seen.has(uid)) return []
    if (isShared) this.#seen.add(uid)
    const item = await itemOf(
      { apiVersion: resource.apiVersion, kind: resource.kind, ...listed },
      this.#reading,
    )
    return item === undefined ? [] : [item]
  }

  async *events(discovery: Discovery): AsyncGenerator<ScrapeOutput> {
    const resource = eventsOf(discovery)
    if (resource === undefined || excludesKind(this.#reading.exclusions, 'Event')) return
    const { namespace } = this.#reading.spec
    for await (const page of listPages(this.#api, resource, { namespace })) {
      if (!page.ok) {
        yield* this.missing(page.failure.message, {
          type: itemType(resource),
          scope: this.#reading.scope,
        })
        return
      }
      for (const event of page.value.fresh) {
        if (this.isOld(timeOfEvent(event))) continue
        const change = changeOf(event, this.#reading)
        if (change !== undefined) yield change
      }
    }
  }

  /** Reads many kinds at once, and gives what they show as it comes. */
  async *kinds(resources: readonly Resource[], completeness: Completeness): AsyncGenerator<ScrapeOutput> {
    const channel = createChannel<ScrapeOutput>(ROOM)
    const left = [...resources]
    const worker = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift())
        for await (const one of this.kind(next, completeness)) if (!(await channel.push(one))) return
    }
    const workers = Array.from({ length: Math.min(inFlight(this.#reading), left.length) }, worker)
    const ended = Promise.allSettled(workers).then((results) => {
      channel.end()
      return results
    })
    yield* channel.values
    // What a worker throws is a defect, which the run must end with.
    for (const result of await ended) if (result.status === 'rejected') throw result.reason
  }
}

/** Reads a cluster once: its kinds in pages, many at once, and its events. */
export async function* lookAt(reading: Reading, api: Api): AsyncGenerator<ScrapeOutput> {
  const { spec, scope, context } = reading
  const found = await discover(api)
  if (!found.ok) {
    yield { kind: 'fault', message: found.failure.message, scope }
    return
  }
  const look = new Look(reading, api)
  // Which kinds are missing is not known. Their items stay all the same, as their types are never complete.
  for (const { apiVersion, message } of found.value.missing)
    yield* look.missing(message, { type: apiVersion, scope })
  const wanted = found.value.resources.filter((resource) => isWanted(resource, spec))
  context.log(`the cluster has ${found.value.resources.length} kinds, of which ${wanted.length} are read`)

  const version = await api.get('/version')
  yield clusterItem(reading, version.ok ? fieldsOf(version.value) : {})
  yield { kind: 'complete', type: 'Kubernetes::Cluster', scope }

  const completeness = new Completeness(wanted)
  const { first, rest } = inReadingOrder(wanted)
  for (const resource of first) yield* look.kind(resource, completeness)
  yield* look.kinds(rest, completeness)
  yield* look.events(found.value)
  // Says that types are gone too, such as those of custom resources whose definition was removed.
  if (!look.isPartial && !look.isLimited && !context.signal.aborted) yield { kind: 'complete', scope }
}

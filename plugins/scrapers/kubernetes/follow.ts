import type { ItemReference, ScrapeOutput, ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import { type Fields, textAt, timeAt } from '@binnacle/health-rules/document'
import type { Api } from '@binnacle/clients/kubernetes/client'
import { discover, type Discovery, type Resource } from '@binnacle/clients/kubernetes/discovery'
import { listPages } from '@binnacle/clients/kubernetes/list'
import { listPath } from '@binnacle/clients/kubernetes/path'
import { watchEvents } from '@binnacle/clients/kubernetes/watch'
import { createChannel } from './channel.ts'
import { rulesOf } from './objects/annotations.ts'
import { changeOf, subjectOf } from './objects/events.ts'
import { excludesKind } from './objects/exclude.ts'
import { itemOf, type Reading } from './objects/item.ts'
import { isUid } from './objects/names.ts'
import { eventsOf, inReadingOrder, isWanted, itemType, scopeOf, selectionOf } from './resources.ts'
import { usualWatch, type KubernetesSpec } from './spec.ts'

/** Items that wait for the reader at most. The server keeps the rest until there is room. */
const ROOM = 2_000
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000
/** Kinds that the cluster does not have are looked for again after so many milliseconds. */
const REDISCOVERY = 300_000
/** An object that has events is read again at most once in so many milliseconds. */
const READ_AGAIN = 30_000
const MOST_READ_AGAIN = 10_000
const NOT_FOUND = 404

/** Pauses that grow while nothing works. */
function createPauses(context: ScrapeContext) {
  let next = FIRST_PAUSE
  return {
    async pause() {
      const now = next
      next = Math.min(next * 2, LONGEST_PAUSE)
      await context.wait(now)
    },
    reset() {
      next = FIRST_PAUSE
    },
  }
}

/** What to do with what a kind shows. */
interface Sink {
  stored(object: Fields): Promise<ScrapeOutput | undefined>
  /** Undefined for kinds whose end says nothing, such as events. */
  deleted: ((object: Fields) => ScrapeOutput) | undefined
  push(value: ScrapeOutput): Promise<boolean>
}

/** Which kinds a spec follows. */
function watchedKinds({ watch }: Pick<KubernetesSpec, 'watch'>) {
  if (watch === false) return []
  return Array.isArray(watch) ? watch : usualWatch
}

/** Follows one kind until the run ends: lists it, and watches from the version of the list, so that nothing is lost between. */
class Follower {
  readonly #api: Api
  readonly #resource: Resource
  readonly #reading: Reading
  readonly #sink: Sink
  /** Uids that were shown, by which a new list shows what is gone. */
  #known = new Map<string, Fields>()
  #isFaulty = false

  constructor(api: Api, resource: Resource, reading: Reading, sink: Sink) {
    this.#api = api
    this.#resource = resource
    this.#reading = reading
    this.#sink = sink
  }

  get #selection() {
    const { namespace, labelSelector, fieldSelector } = selectionOf(this.#reading.spec)
    // Selectors are for objects; events have other labels and fields.
    return this.#resource.kind === 'Event' ? { namespace } : { namespace, labelSelector, fieldSelector }
  }

  /** Says once that a kind cannot be followed, until it can be again. */
  async #fault(message: string): Promise<void> {
    if (this.#isFaulty || this.#reading.context.signal.aborted) return
    this.#isFaulty = true
    const type = itemType(this.#resource)
    await this.#sink.push({ kind: 'fault', message, type, scope: scopeOf(this.#reading.spec) })
  }

  #recovered(): void {
    if (this.#isFaulty) this.#reading.context.log(`${this.#resource.kind} can be followed again`)
    this.#isFaulty = false
  }

  async #upToDate(): Promise<void> {
    await this.#sink.push({ kind: 'up-to-date', type: itemType(this.#resource) })
  }

  /** What is remembered of an object: as little as a deletion needs. */
  #identity(object: Fields): Fields {
    const { apiVersion, kind } = this.#resource
    const metadata = {
      uid: textAt(object, 'metadata', 'uid'),
      name: textAt(object, 'metadata', 'name'),
      namespace: textAt(object, 'metadata', 'namespace'),
    }
    return { apiVersion, kind, metadata }
  }

  async #store(listed: Fields): Promise<void> {
    const object = { apiVersion: this.#resource.apiVersion, kind: this.#resource.kind, ...listed }
    const uid = textAt(object, 'metadata', 'uid')
    const shown = await this.#sink.stored(object)
    if (shown === undefined) return
    if (uid !== undefined && this.#sink.deleted !== undefined) this.#known.set(uid, this.#identity(object))
    await this.#sink.push(shown)
  }

  async #delete(object: Fields): Promise<void> {
    const uid = textAt(object, 'metadata', 'uid') ?? ''
    if (!this.#known.delete(uid) || this.#sink.deleted === undefined) return
    const { apiVersion, kind } = this.#resource
    await this.#sink.push(this.#sink.deleted({ apiVersion, kind, ...object }))
  }

  /** Reads the list. @returns the version from which to watch; undefined if it cannot be read */
  async #list(): Promise<string | undefined> {
    const before = [...this.#known]
    const listed = new Set<string>()
    let version: string | undefined
    for await (const page of listPages(this.#api, this.#resource, this.#selection)) {
      if (!page.ok) {
        await this.#fault(page.failure.message)
        return undefined
      }
      if (page.value.isFirst) listed.clear()
      version = page.value.resourceVersion
      for (const object of page.value.objects) listed.add(textAt(object, 'metadata', 'uid') ?? '')
      for (const object of page.value.fresh) await this.#store(object)
    }
    for (const [uid, identity] of before) if (!listed.has(uid)) await this.#delete(identity)
    return version
  }

  /** Watches from a version. @returns the version from which to go on; undefined if the list must be read again */
  async #watch(from: string): Promise<{ version: string | undefined; isAlive: boolean }> {
    let version = from
    let isAlive = false
    for await (const event of watchEvents(this.#api, this.#resource, this.#selection, from)) {
      if (event.kind === 'expired') return { version: undefined, isAlive: true }
      if (event.kind === 'failed' || event.kind === 'unreadable') {
        await this.#fault(event.message)
        return { version: event.kind === 'failed' ? version : undefined, isAlive: false }
      }
      isAlive = true
      this.#recovered()
      if (event.kind === 'stored') await this.#store(event.object)
      if (event.kind === 'deleted') await this.#delete(event.object)
      if (event.kind === 'bookmark') await this.#upToDate()
      if (event.resourceVersion !== '') version = event.resourceVersion
      if (this.#reading.context.signal.aborted) break
    }
    return { version, isAlive }
  }

  async run(): Promise<void> {
    const { context } = this.#reading
    const pauses = createPauses(context)
    let version: string | undefined
    while (!context.signal.aborted) {
      const isListing = version === undefined
      version ??= await this.#list()
      if (version === undefined) {
        await pauses.pause()
        continue
      }
      if (isListing) {
        this.#recovered()
        await this.#upToDate()
      }
      const began = context.now().getTime()
      const watched = await this.#watch(version)
      version = watched.version
      // A watch that ends at once, without an event, would be asked for again and again.
      const lasted = context.now().getTime() - began
      if (watched.isAlive || lasted > FIRST_PAUSE) pauses.reset()
      else await pauses.pause()
    }
  }
}

/** Reads objects again that events are about, where their kind is not followed. */
class Rereader {
  readonly #api: Api
  readonly #reading: Reading
  readonly #kinds: ReadonlyMap<string, Resource>
  readonly #last = new Map<string, number>()

  constructor(api: Api, reading: Reading, resources: readonly Resource[]) {
    this.#api = api
    this.#reading = reading
    this.#kinds = new Map(resources.map((resource) => [`${resource.group}/${resource.kind}`, resource]))
  }

  /** The object that an event is about, as it is now, or that it is gone. */
  async read(event: Fields): Promise<ScrapeOutput | undefined> {
    const subject = subjectOf(event)
    if (subject === undefined || !isUid(subject.uid)) return undefined
    const { apiVersion = '', kind, namespace, name, uid } = subject
    const group = apiVersion.includes('/') ? (apiVersion.split('/', 1)[0] ?? '') : ''
    const resource = this.#kinds.get(`${group}/${kind}`)
    const now = this.#reading.context.now().getTime()
    const last = this.#last.get(uid)
    if (resource === undefined || (last !== undefined && now - last < READ_AGAIN)) return undefined
    if (this.#last.size >= MOST_READ_AGAIN) this.#last.clear()
    this.#last.set(uid, now)
    const list = listPath(resource, namespace === '' ? {} : { namespace })
    const answer = await this.#api.get(`${list}/${encodeURIComponent(name)}`)
    const item: ItemReference = { externalId: uid, type: itemType(resource) }
    if (!answer.ok) return answer.failure.status === NOT_FOUND ? { kind: 'deletion', item } : undefined
    if (textAt(answer.value, 'metadata', 'uid') !== uid) return { kind: 'deletion', item }
    return itemOf(
      { apiVersion: resource.apiVersion, kind: resource.kind, ...fieldsIn(answer.value) },
      this.#reading,
    )
  }
}

function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Discovers the cluster, however long that takes. Says once why it does not work. */
async function* discoverAgain(
  api: Api,
  { context, spec }: Reading,
): AsyncGenerator<ScrapeOutput, Discovery | undefined> {
  const pauses = createPauses(context)
  let isFaulty = false
  while (!context.signal.aborted) {
    const found = await discover(api)
    if (found.ok) return found.value
    if (!isFaulty && !context.signal.aborted)
      yield { kind: 'fault', message: found.failure.message, scope: scopeOf(spec) }
    isFaulty = true
    await pauses.pause()
  }
  return undefined
}

function findKind(resources: readonly Resource[], apiVersion: string, kind: string): Resource | undefined {
  const group = apiVersion.includes('/') ? apiVersion.split('/', 1)[0] : ''
  return resources.find((resource) => resource.group === group && resource.kind === kind)
}

/** Remembers what others name, as a look does, without showing it. */
async function fillDirectory(api: Api, { resources }: Discovery, reading: Reading): Promise<void> {
  const { spec, directory } = reading
  const { first } = inReadingOrder(resources.filter((resource) => isWanted(resource, spec)))
  for (const resource of first)
    for await (const page of listPages(api, resource, { namespace: spec.namespace }))
      for (const listed of page.ok ? page.value.objects : []) {
        const object = { apiVersion: resource.apiVersion, kind: resource.kind, ...listed }
        directory.remember(object, rulesOf(object))
      }
}

/** Follows a cluster until the run ends: the kinds of the spec, and events. */
export async function* follow(reading: Reading, api: Api): AsyncGenerator<ScrapeOutput> {
  const { spec, context, directory, exclusions } = reading
  const discovery = yield* discoverAgain(api, reading)
  if (discovery === undefined) return
  await fillDirectory(api, discovery, reading)
  const channel = createChannel<ScrapeOutput>(ROOM)
  const push = (value: ScrapeOutput) => channel.push(value)

  const objects: Sink = {
    push,
    stored: (object) => itemOf(object, reading),
    deleted(object) {
      directory.forget(object)
      const item = {
        externalId: textAt(object, 'metadata', 'uid') ?? '',
        type: itemType({ ...objectKind(object), group: '', plural: '', namespaced: true, watchable: true }),
      }
      const at = timeAt(object, 'metadata', 'deletionTimestamp') ?? context.now()
      return { kind: 'deletion', item, at }
    },
  }

  const followed = watchedKinds(spec).filter(({ kind }) => !excludesKind(exclusions, kind))
  /** Kinds may come later, with a definition of a custom resource. */
  const followKind = async (apiVersion: string, kind: string) => {
    let { resources } = discovery
    for (let isFirst = true; !context.signal.aborted; isFirst = false) {
      const resource = findKind(resources, apiVersion, kind)
      if (resource?.watchable === true && isWanted(resource, spec))
        return new Follower(api, resource, reading, objects).run()
      if (isFirst)
        await push({
          kind: 'fault',
          message: `${apiVersion} ${kind} cannot be watched: the cluster does not offer it, or the scope of the scraper leaves it out`,
          scope: scopeOf(spec),
          type: itemType({ apiVersion, kind, group: '', plural: '', namespaced: true, watchable: false }),
        })
      await context.wait(REDISCOVERY)
      const again = await discover(api)
      if (again.ok) ({ resources } = again.value)
    }
  }

  const followEvents = async () => {
    const resource = eventsOf(discovery)
    if (resource === undefined || excludesKind(exclusions, 'Event')) return
    const unfollowed = discovery.resources.filter(
      ({ group, kind, ...others }) =>
        isWanted({ group, kind, ...others }, spec) &&
        !followed.some((one) => findKind(discovery.resources, one.apiVersion, one.kind)?.kind === kind),
    )
    const rereader = new Rereader(api, reading, unfollowed)
    const events: Sink = {
      push,
      deleted: undefined,
      async stored(event) {
        const change = changeOf(event, reading)
        if (change === undefined) return undefined
        const object = await rereader.read(event)
        // An item first, so that the change finds it.
        if (object !== undefined) await push(object)
        return change
      },
    }
    await new Follower(api, resource, reading, events).run()
  }

  const tasks = [...followed.map(({ apiVersion, kind }) => followKind(apiVersion, kind)), followEvents()]
  const ended = Promise.allSettled(tasks).then((results) => {
    channel.end()
    return results
  })
  yield* channel.values
  for (const result of await ended) if (result.status === 'rejected') throw result.reason
}

function objectKind(object: Fields): { apiVersion: string; kind: string } {
  return { apiVersion: textAt(object, 'apiVersion') ?? '', kind: textAt(object, 'kind') ?? '' }
}

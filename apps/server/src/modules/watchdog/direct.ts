// Tells people that messages cannot be sent in the usual way: that needs the queue, a process that works, and the database.
import type { DetectorName } from '@binnacle/contract/watchdog'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { detectors } from './catalog.ts'
import type { DetectorState } from './detectors/detector-state.ts'
import type { DirectMessage, DirectMessages } from './ports.ts'

/** Detectors whose own messages wait for what they found. */
const direct: readonly DetectorName[] = ['queue', 'workers']
/** How long the usual way has to tell. Milliseconds. */
const USUAL_WAY = 30_000
/** How long the database may be away before people are told. Milliseconds. */
export const DATABASE_AWAY = 60_000
/** How often ways are read, and how often a message is tried that no service took. Milliseconds. */
const AGAIN = 60_000

const path = '/settings/watchdog'
const DATABASE = 'database'

export interface DirectDependencies {
  clock: Pick<Clock, 'now'>
  /** Milliseconds on a clock that nobody can set. */
  monotonic: () => number
  log: Log
  /** Undefined while no module sends messages. */
  messages: () => DirectMessages | undefined
}

/** What a detector says, and the check that shows it. */
export interface CheckedState extends DetectorState {
  checkId: string | undefined
}

/** An alert that was told directly. */
interface Told {
  alert: string
  since: Date
  /** Whether the usual way told of it, so that it tells of its end too. */
  isUsual: boolean
}

/** Tells of what keeps messages from their usual way. */
export class DirectTelling {
  readonly #dependencies: DirectDependencies
  readonly #told = new Map<string, Told>()
  readonly #triedAt = new Map<string, number>()
  #rememberedAt: number | undefined

  constructor(dependencies: DirectDependencies) {
    this.#dependencies = dependencies
  }

  /** Follows what the detectors say. The process that looks calls it after each look. */
  async follow(states: ReadonlyMap<string, CheckedState>): Promise<void> {
    await this.#remember(states)
    for (const name of direct) {
      const state = states.get(name)
      if (state?.checkId !== undefined) await this.#followOne(name, state, state.checkId)
    }
  }

  /** Tells that the database is away. @param since when it last answered */
  async databaseIsAway(since: Date): Promise<void> {
    if (this.#told.has(DATABASE)) return
    const text = `The database has not answered since ${since.toISOString()}. No health check runs and no other message is sent until it is back.`
    await this.#alert(DATABASE, { title: 'The database does not answer', text, since })
  }

  /** Tells that the database is back, if people were told that it is away. */
  async databaseIsBack(): Promise<void> {
    const told = this.#told.get(DATABASE)
    if (told === undefined) return
    const text = `It did not answer since ${told.since.toISOString()}. Messages that waited follow now.`
    await this.#recovery(DATABASE, told, { title: 'The database answers again', text })
  }

  async #remember(states: ReadonlyMap<string, CheckedState>): Promise<void> {
    const { monotonic, messages } = this.#dependencies
    const now = monotonic()
    if (this.#rememberedAt !== undefined && now - this.#rememberedAt < AGAIN) return
    const ids = [...states.values()].flatMap(({ checkId }) => checkId ?? [])
    if (ids.length === 0) return
    await messages()?.remember(ids)
    this.#rememberedAt = now
  }

  async #followOne(
    name: DetectorName,
    { isBlind, since, reason }: CheckedState,
    checkId: string,
  ): Promise<void> {
    const { clock, messages } = this.#dependencies
    const told = this.#told.get(name)
    if (isBlind === (told !== undefined)) return
    if (clock.now().getTime() - since.getTime() < USUAL_WAY) return
    const { title } = detectors[name]
    const isUsual = await messages()?.isTold(checkId, isBlind ? 'alert' : 'recovery', since)
    if (told === undefined) {
      const why = 'Sent directly, because messages cannot take their usual way.'
      if (isUsual === true) this.#told.set(name, { alert: checkId, since, isUsual })
      else await this.#alert(name, { title: `${title} failed`, text: `${reason}. ${why}`, since })
    } else if (told.isUsual || isUsual === true) this.#told.delete(name)
    else {
      const text = `${title} again since ${since.toISOString()}.`
      await this.#recovery(name, told, { title: `${title} recovered`, text })
    }
  }

  async #alert(
    name: string,
    { since, ...texts }: Pick<DirectMessage, 'title' | 'text'> & { since: Date },
  ): Promise<void> {
    const alert = newId()
    if (await this.#send(name, { ...texts, kind: 'alert', alert }))
      this.#told.set(name, { alert, since, isUsual: false })
  }

  async #recovery(
    name: string,
    { alert }: Told,
    texts: Pick<DirectMessage, 'title' | 'text'>,
  ): Promise<void> {
    if (await this.#send(name, { ...texts, kind: 'recovery', alert })) this.#told.delete(name)
  }

  /** @returns whether this is done: somebody was told, or nobody is to be told */
  async #send(name: string, message: Omit<DirectMessage, 'time' | 'path'>): Promise<boolean> {
    const { clock, monotonic, log, messages } = this.#dependencies
    const key = `${name} ${message.kind}`
    const triedAt = this.#triedAt.get(key)
    if (triedAt !== undefined && monotonic() - triedAt < AGAIN) return false
    const sent = await messages()?.tell({ ...message, time: clock.now(), path })
    const { told, of } = sent ?? { told: 0, of: 0 }
    log.warn({ title: message.title, told, of }, 'a message about the product itself was sent directly')
    const isDone = told > 0 || of === 0
    if (isDone) this.#triedAt.delete(key)
    else this.#triedAt.set(key, monotonic())
    return isDone
  }
}

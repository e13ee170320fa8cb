import type { ReceivedAlert } from './alert.ts'

/** Alerts that are written together at most, unless one message has more. */
const MOST_TOGETHER = 1_000

interface WaitingMessage<Outcome> {
  alerts: readonly ReceivedAlert[]
  now: Date
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/** Messages of each source on their way to the database. */
export interface Queues<Outcome> {
  /** Resolves when the alerts are written. All messages that are written together have the same outcome. */
  add(source: string, alerts: readonly ReceivedAlert[], now: Date): Promise<Outcome>
}

/** Whether an alert may be written together with others: not if one of them says the opposite of it. */
function fits(states: ReadonlyMap<string, boolean>, alerts: readonly ReceivedAlert[]): boolean {
  return alerts.every(({ fingerprint, isFiring }) => (states.get(fingerprint) ?? isFiring) === isFiring)
}

/** Takes the first messages that can be written together. */
function takeTogether<Outcome>(waiting: WaitingMessage<Outcome>[]): WaitingMessage<Outcome>[] {
  const states = new Map<string, boolean>()
  let [count, alerts] = [0, 0]
  for (const message of waiting) {
    alerts += message.alerts.length
    if (count > 0 && (alerts > MOST_TOGETHER || !fits(states, message.alerts))) break
    for (const { fingerprint, isFiring } of message.alerts) states.set(fingerprint, isFiring)
    count += 1
  }
  return waiting.splice(0, count)
}

/**
 * Writes what a source sends while an earlier write is under way together, in the order in which it came: a statement with
 * fifty alerts costs little more than one with a single alert. A message that comes alone does not wait.
 */
export function createQueues<Outcome>(
  write: (source: string, alerts: readonly ReceivedAlert[], now: Date) => Promise<Outcome>,
): Queues<Outcome> {
  const queues = new Map<string, WaitingMessage<Outcome>[]>()

  async function writeTogether(source: string, messages: readonly WaitingMessage<Outcome>[]): Promise<void> {
    const alerts = messages.flatMap((message) => message.alerts)
    const now = messages.reduce(
      (latest, message) => (message.now > latest ? message.now : latest),
      new Date(0),
    )
    try {
      const outcome = await write(source, alerts, now)
      for (const { resolve } of messages) resolve(outcome)
    } catch (error) {
      for (const { reject } of messages) reject(error)
    }
  }

  async function work(source: string, waiting: WaitingMessage<Outcome>[]): Promise<void> {
    while (waiting.length > 0) await writeTogether(source, takeTogether(waiting))
    queues.delete(source)
  }

  return {
    add(source, alerts, now) {
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
      const message = { alerts, now, resolve, reject }
      const waiting = queues.get(source)
      if (waiting === undefined) {
        const queue = [message]
        queues.set(source, queue)
        void work(source, queue)
      } else waiting.push(message)
      return promise
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a condition holds. Fails when it does not within a time that is far more than it should take. */
export async function until<Value>(
  condition: () => Promise<Value> | Value,
  milliseconds = 15_000,
): Promise<NonNullable<Value>> {
  const giveUp = performance.now() + milliseconds
  for (;;) {
    const value = await condition()
    if (value !== false && value != null) return value
    if (performance.now() > giveUp)
      throw new Error(`still not after ${milliseconds} ms: ${condition.toString()}`)
    await sleep(20)
  }
}

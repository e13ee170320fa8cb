import { PER_TARGET, type ConcurrencySlots } from '../claim/concurrency-slots.ts'

/** A step that waits for its dependencies, and for a slot of its type and target. */
export interface Step {
  name: string
  dependsOn: readonly string[]
  type: string
  target: string | null
}

/**
 * Runs steps as early as their dependencies and the limits of types and targets allow.
 * @param run called for a step after all its dependencies ended; it must not throw
 * @returns the results in the order of the steps
 */
export async function runInOrder<Work extends Step, Outcome>(
  steps: readonly Work[],
  slots: ConcurrencySlots,
  run: (step: Work) => Promise<Outcome>,
): Promise<Outcome[]> {
  const open = new Map<string, number>()
  for (const { name } of steps) open.set(name, (open.get(name) ?? 0) + 1)
  const isReady = ({ dependsOn, type, target }: Step) =>
    dependsOn.every((name) => (open.get(name) ?? 0) === 0) &&
    (slots.free()[type] ?? 0) > 0 &&
    (target === null || (slots.busy()[target] ?? 0) < PER_TARGET)
  const outcomes: Outcome[] = []
  let waiting = [...steps.entries()]
  const running = new Set<Promise<void>>()
  const start = (index: number, step: Work) => {
    const freeSlot = slots.take(step.type, step.target)
    const ended = run(step)
      .then((outcome) => void (outcomes[index] = outcome))
      .finally(() => {
        freeSlot()
        open.set(step.name, (open.get(step.name) ?? 0) - 1)
        running.delete(ended)
      })
    running.add(ended)
  }
  for (;;) {
    waiting = waiting.filter(([index, step]) => {
      if (!isReady(step)) return true
      start(index, step)
      return false
    })
    // Parsing rejects circular dependencies, so a step always runs while another waits.
    if (running.size === 0) break
    await Promise.race(running)
  }
  return outcomes
}

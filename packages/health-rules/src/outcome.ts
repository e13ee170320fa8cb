/** Health of an item. */
export type Health = 'healthy' | 'unhealthy' | 'warning' | 'unknown'

/** What the document of an item says about its health. */
export interface HealthOutcome {
  health: Health
  /** The state in a word or two, such as `CrashLoopBackOff`. Undefined if the document names none. */
  status: string | undefined
  /** Whether the item has arrived at the state that was asked for. */
  ready: boolean
  /** Why, in words of the source. */
  message: string | undefined
}

/** An outcome of these parts; what is empty is undefined. */
export function outcome(
  health: Health,
  status: string | undefined,
  { ready = false, message }: { ready?: boolean; message?: string | undefined } = {},
): HealthOutcome {
  const orUndefined = (text: string | undefined) => (text === '' ? undefined : text)
  return { health, status: orUndefined(status), ready, message: orUndefined(message) }
}

import type { Log } from './log.ts'

/**
 * Everything that a process has opened. Parts close in reverse order, so that a part can use earlier ones until it is closed.
 * A part that fails to close is logged and does not affect others.
 */
export interface Parts {
  /** @param name for the log if the part fails to close */
  onEnd(name: string, end: () => unknown): void
  /** Closes all parts. A second call does nothing. */
  end(): Promise<void>
}

/** Creates an empty list of parts. */
export function createParts(log: Log): Parts {
  const stack = new AsyncDisposableStack()
  return {
    onEnd(name, end) {
      stack.defer(async () => {
        try {
          await end()
        } catch (error) {
          log.error({ part: name, err: error }, 'a part did not stop cleanly')
        }
      })
    },
    end: () => stack.disposeAsync(),
  }
}

import type { Log } from './log.ts'

/**
 * What a process has opened. It ends in the reverse order, so that whatever a part needs is there until it ended; a part
 * that does not end cleanly is logged and keeps no other from ending.
 */
export interface Parts {
  /** @param name stands in the log where the part does not end cleanly */
  onEnd(name: string, end: () => unknown): void
  /** Ends everything; the second time there is nothing to end. */
  end(): Promise<void>
}

/** Nothing is open yet. */
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

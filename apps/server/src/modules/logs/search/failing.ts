import type { Log } from '../../../platform/log.ts'

/** Remembers which log backends fail, so that the log names each once, however many requests meet it. */
export interface FailingBackends {
  /**
   * @param part what of the backend was used, such as an entry
   * @param failure undefined: it worked
   */
  note(backend: { id: string; name: string }, part: string, failure: string | undefined): void
}

export function createFailingBackends(log: Pick<Log, 'warn' | 'info'>): FailingBackends {
  const failing = new Set<string>()
  return {
    note({ id, name }, part, failure) {
      const key = `${id} ${part}`
      if (failure === undefined) {
        if (failing.delete(key)) log.info({ backend: name, part }, 'a log backend works again')
        return
      }
      if (failing.has(key)) return
      failing.add(key)
      log.warn({ backend: name, part, reason: failure }, 'a log backend fails')
    },
  }
}

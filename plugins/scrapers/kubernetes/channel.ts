/** Brings what several sources say to one reader, in the order in which it is said. A source waits while it is full. */
export interface Channel<Value> {
  /** Waits until there is room. @returns false once nobody reads any more */
  push(value: Value): Promise<boolean>
  /** Says that nothing more comes. */
  end(): void
  /** What was pushed. It ends after `end`. */
  values: AsyncGenerator<Value, void, undefined>
}

/** Makes a channel. @param room how many values may wait for the reader */
export function createChannel<Value>(room: number): Channel<Value> {
  const waiting: Value[] = []
  let isEnded = false
  let wakeReader = () => {}
  let writers: (() => void)[] = []
  const wakeWriters = () => {
    const woken = writers
    writers = []
    for (const wake of woken) wake()
  }

  async function* read(): AsyncGenerator<Value, void, undefined> {
    try {
      for (;;) {
        const batch = waiting.splice(0)
        if (batch.length === 0) {
          if (isEnded) return
          await new Promise<void>((resolve) => {
            wakeReader = resolve
          })
          continue
        }
        wakeWriters()
        yield* batch
      }
    } finally {
      isEnded = true
      wakeWriters()
    }
  }

  return {
    async push(value) {
      while (waiting.length >= room) {
        if (isEnded) return false
        await new Promise<void>((resolve) => {
          writers.push(resolve)
        })
      }
      if (isEnded) return false
      waiting.push(value)
      wakeReader()
      return true
    },
    end() {
      isEnded = true
      wakeReader()
    },
    values: read(),
  }
}

import type { TestBrowser } from './app.ts'
import { until } from './until.ts'

/** A stream of changes that is read. */
export interface FollowedStream {
  /** What came so far, as `event data`. */
  events: string[]
  ended: boolean
  close(): void
}

/** Reads a stream of changes until it ends or is closed. */
export async function followStream(
  url: string,
  browser: TestBrowser,
  topics: string,
): Promise<FollowedStream> {
  const over = new AbortController()
  const response = await fetch(`${url}/api/live?topics=${topics}`, {
    signal: over.signal,
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  if (response.status !== 200) throw new Error(`the stream was answered with ${response.status}`)
  const stream: FollowedStream = { events: [], ended: false, close: () => over.abort() }
  const read = async () => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, event] = /^event: (.*)$/m.exec(block) ?? []
        const [, data] = /^data: (.*)$/m.exec(block) ?? []
        if (event !== undefined) stream.events.push(`${event} ${data}`)
      }
    }
    stream.ended = true
  }
  // Closing it ends the reading with an error.
  read().catch(() => undefined)
  await until(() => stream.events.length > 0)
  return stream
}

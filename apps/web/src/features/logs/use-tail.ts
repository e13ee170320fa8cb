import { logTailMessage } from '@binnacle/contract/logs'
import { useEffect, useState } from 'react'
import type { LiveLines } from './live-lines.ts'
import { type LogPlace, tailPath } from './queries.ts'

/** State of a tail. */
export interface TailState {
  /** Whether the stream is open. */
  isOpen: boolean
  /** What goes wrong; undefined while it is well. */
  problem: string | undefined
}

/** Milliseconds before a lost stream is opened again. */
const RECONNECT = 2_000

/** Reads the stream until it ends. @returns why it ended, if something went wrong */
async function readStream(
  response: Response,
  live: LiveLines,
  onProblem: (problem: string) => void,
): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const read = await reader?.read()
    if (read?.done !== false) return
    const parts = (rest + read.value).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const parsed = logTailMessage.safeParse(JSON.parse(part))
      if (!parsed.success) continue
      const message = parsed.data
      if (message.kind === 'lines') live.add(message.lines, message.dropped)
      else if (message.kind === 'problem') onProblem(message.message)
      else if (message.kind === 'end') return
    }
  }
}

async function problemOf(response: Response): Promise<string> {
  const fallback = `The server answered with status ${response.status}`
  try {
    const body: unknown = await response.json()
    const text = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
    return typeof text === 'string' ? text : fallback
  } catch {
    return fallback
  }
}

/** Follows a log while it is wanted, and opens the stream again when it is lost. */
export function useTail(place: LogPlace | undefined, query: string, live: LiveLines): TailState {
  const [state, setState] = useState<TailState>({ isOpen: false, problem: undefined })
  const path = place === undefined ? undefined : tailPath(place, query)
  useEffect(() => {
    if (path === undefined) return undefined
    const stop = new AbortController()
    const { signal } = stop
    const follow = async () => {
      live.clear()
      while (!signal.aborted) {
        try {
          const response = await fetch(path, { signal })
          if (response.ok) {
            setState({ isOpen: true, problem: undefined })
            await readStream(response, live, (problem) => setState({ isOpen: true, problem }))
          } else setState({ isOpen: false, problem: await problemOf(response) })
          if (response.status >= 400 && response.status < 500) return
        } catch {
          if (signal.aborted) return
          setState({ isOpen: false, problem: 'The connection was lost; trying again' })
        }
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, RECONNECT)
          signal.addEventListener('abort', () => {
            clearTimeout(timer)
            resolve()
          })
        })
      }
    }
    void follow()
    return () => stop.abort()
  }, [path, live])
  return path === undefined ? { isOpen: false, problem: undefined } : state
}

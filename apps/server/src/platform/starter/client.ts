import type { Socket } from 'node:net'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { CommandFailure, CommandOptions, CommandResult } from '@binnacle/plugin-kit/core'
import type { ContainedRunner, ContainmentReport } from '../commands/index.ts'
import { answerSchema, createDecoder, encodeMessage, LARGEST_ANSWER, type StarterAnswer } from './protocol.ts'

type Outcome = Result<CommandResult, CommandFailure>

function failed(code: CommandFailure['code'], message: string): Outcome {
  return fail({ code, message, stdout: '', stderr: '' })
}

const stopped = (signal: AbortSignal) => {
  const timedOut = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
  return timedOut ? 'timeout' : 'aborted'
}

type PassedResult = Extract<StarterAnswer, { kind: 'run' }>['result']

/**
 * Builds an outcome without keys whose value is undefined.
 * @param contents of the kept files, in the order of their paths
 */
function plainOutcome(result: PassedResult, contents: readonly Uint8Array[]): Outcome {
  if (!result.ok) return result
  const { collected, kept, ...value } = result.value
  const { files = [], failure } = collected ?? {}
  return succeed({
    ...value,
    ...(collected === undefined ? {} : { collected: failure === undefined ? { files } : { files, failure } }),
    ...(kept === undefined
      ? {}
      : {
          kept: {
            files: kept.paths.flatMap((path, index) => {
              const content = contents[index]
              return content === undefined ? [] : [{ path, content }]
            }),
            leftOut: kept.leftOut,
          },
        }),
  })
}

/**
 * Creates a runner whose commands the starter runs in containment.
 * @param socket to the starter; it keeps this process running only while a command runs
 * @param onLost called when the connection to the starter ends
 */
export function createStarterClient(socket: Socket, onLost: () => void): ContainedRunner {
  const reportRequests = new Map<number, (report: ContainmentReport) => void>()
  const waiting = new Map<number, (outcome: Outcome) => void>()
  /** Files of runs whose answer has not arrived yet. */
  const contents = new Map<number, Uint8Array[]>()
  let next = 0
  let isLost = false

  function rest(): void {
    if (waiting.size === 0 && reportRequests.size === 0) socket.unref()
  }

  function settle(id: number, outcome: Outcome): void {
    waiting.get(id)?.(outcome)
    waiting.delete(id)
    rest()
  }

  const receive = (message: unknown) => {
    const answer = answerSchema.safeParse(message)
    if (!answer.success) return
    const { data } = answer
    if (data.kind === 'run') {
      settle(data.id, plainOutcome(data.result, contents.get(data.id) ?? []))
      contents.delete(data.id)
      return
    }
    reportRequests.get(data.id)?.(data.report)
    reportRequests.delete(data.id)
    rest()
  }
  const decode = createDecoder(LARGEST_ANSWER, receive, (id, bytes) => {
    const files = contents.get(id)
    if (files === undefined) contents.set(id, [bytes])
    else files.push(bytes)
  })
  const lose = () => {
    if (isLost) return
    isLost = true
    for (const id of waiting.keys()) settle(id, failed('failed', 'the process that starts programs is gone'))
    onLost()
  }
  socket.on('data', (chunk: Buffer) => {
    if (!decode(chunk)) socket.destroy()
  })
  socket.on('error', lose)
  socket.on('close', lose)
  socket.unref()

  return {
    run({ file, arguments: args, environment, maxOutputBytes, signal, collect, keep }: CommandOptions) {
      if (isLost) return Promise.resolve(failed('failed', 'the process that starts programs is gone'))
      if (signal.aborted) return Promise.resolve(failed(stopped(signal), 'was stopped before it started'))
      const id = next
      next += 1
      const ended = Promise.withResolvers<Outcome>()
      const abort = () => socket.write(encodeMessage({ kind: 'abort', id, reason: stopped(signal) }))
      signal.addEventListener('abort', abort, { once: true })
      waiting.set(id, (outcome) => {
        signal.removeEventListener('abort', abort)
        ended.resolve(outcome)
      })
      socket.ref()
      const request = { kind: 'run' as const, id, file, arguments: [...args], maxOutputBytes }
      socket.write(
        encodeMessage({
          ...request,
          ...(environment === undefined ? {} : { environment: { ...environment } }),
          ...(collect === undefined ? {} : { collect }),
          ...(keep === undefined ? {} : { keep: { ...keep, paths: [...keep.paths] } }),
        }),
      )
      return ended.promise
    },
    containment() {
      const id = next
      next += 1
      const { promise, resolve } = Promise.withResolvers<ContainmentReport>()
      if (isLost) return promise
      reportRequests.set(id, resolve)
      socket.ref()
      socket.write(encodeMessage({ kind: 'containment', id }))
      return promise
    },
    // The starter ends its containment when the product ends.
    close: async () => {},
  }
}

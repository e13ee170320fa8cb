import type { Socket } from 'node:net'
import { fail, type Result } from '@binnacle/contract/result'
import type { CommandFailure, CommandOptions, CommandResult, CommandRunner } from '@binnacle/plugin-kit'
import { answerSchema, createDecoder, encodeMessage, LARGEST_ANSWER } from './protocol.ts'

type Outcome = Result<CommandResult, CommandFailure>

function failed(code: CommandFailure['code'], message: string): Outcome {
  return fail({ code, message, stdout: '', stderr: '' })
}

const stopped = (signal: AbortSignal) => {
  const timedOut = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
  return timedOut ? 'timeout' : 'aborted'
}

/**
 * Runs commands through the starter, which contains them.
 * @param socket to the starter; it does not keep this process running, but a command that runs does
 * @param onLost called when the starter is gone
 */
export function createStarterClient(socket: Socket, onLost: () => void): CommandRunner {
  const waiting = new Map<number, (outcome: Outcome) => void>()
  let next = 0
  let isLost = false

  function settle(id: number, outcome: Outcome): void {
    waiting.get(id)?.(outcome)
    waiting.delete(id)
    if (waiting.size === 0) socket.unref()
  }

  const decode = createDecoder(LARGEST_ANSWER, (message) => {
    const answer = answerSchema.safeParse(message)
    if (answer.success) settle(answer.data.id, answer.data.result)
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
    run({ file, arguments: args, environment, maxOutputBytes, signal }: CommandOptions) {
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
        encodeMessage(environment === undefined ? request : { ...request, environment: { ...environment } }),
      )
      return ended.promise
    },
  }
}

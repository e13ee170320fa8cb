import type { Socket } from 'node:net'
import { fail, type Result } from '@binnacle/contract/core'
import type { CommandFailure, CommandResult, KeepOptions } from '@binnacle/plugin-kit/core'
import type { z } from 'zod/mini'
import type { ContainedRunner } from '../commands/index.ts'
import {
  createDecoder,
  encodeMessage,
  headOfBytes,
  LARGEST_ANSWER,
  LARGEST_REQUEST,
  refusedRun,
  requestSchema,
  type StarterAnswer,
  type StarterRequest,
} from './protocol.ts'

/** More than all check types together start at once. A product that asks for more may be taken over by an attacker. */
const MOST_RUNS = 100
/** Bytes of answers that the product has not read yet. Above that, the starter reads no more requests. */
const MOST_UNREAD_BYTES = 33_554_432

type RunRequest = Extract<StarterRequest, { kind: 'run' }>

function refused(message: string): { ok: false; failure: CommandFailure } {
  return fail({ code: 'failed', message, stdout: '', stderr: '' })
}

/** Why a request is refused, with the field. */
function reasonOf({ issues }: z.core.$ZodError): string {
  const [issue] = issues
  return `the process that starts programs does not take ${issue?.path.join('.') || 'this request'}: ${issue?.message ?? 'invalid'}`
}

function plainResult({ collected, kept, ...result }: CommandResult) {
  return {
    ...result,
    ...(collected === undefined ? {} : { collected: { ...collected, files: [...collected.files] } }),
    ...(kept === undefined
      ? {}
      : { kept: { paths: kept.files.map(({ path }) => path), leftOut: [...kept.leftOut] } }),
  }
}

/** Removes keys whose value is undefined. */
function keepOptions({ folder, ...keep }: NonNullable<RunRequest['keep']>): KeepOptions {
  return folder === undefined ? keep : { ...keep, folder }
}

function abortReason(reason: 'timeout' | 'aborted'): DOMException {
  return new DOMException('The product ended the run.', reason === 'timeout' ? 'TimeoutError' : 'AbortError')
}

/**
 * Runs commands for the product at the other end of a socket. The other end can only run commands in containment and
 * end its own commands: requests name no user, no folder and no rights, and everything they name is used only inside
 * the containment.
 * @param commands runner that contains commands
 * @returns a function that ends every run and resolves when all have ended
 */
export function serveCommands(socket: Socket, commands: ContainedRunner): () => Promise<void> {
  const runs = new Map<number, { controller: AbortController; ended: Promise<void> }>()

  function send(answer: StarterAnswer): void {
    if (socket.destroyed) return
    const message = encodeMessage(answer)
    // JSON makes some texts several times longer. A script must not end the product by the files it leaves.
    if (answer.kind === 'run' && message.length > LARGEST_ANSWER)
      return send({ ...answer, result: refused('what the program left is too large to pass on') })
    socket.write(message)
    if (socket.writableLength > MOST_UNREAD_BYTES) socket.pause()
  }

  function answer(id: number, result: Result<CommandResult, CommandFailure>): void {
    // The bytes of files come first, because they belong to the answer that follows.
    const files = result.ok ? (result.value.kept?.files ?? []) : []
    if (!socket.destroyed)
      for (const { content } of files) {
        socket.write(headOfBytes(id, content.length))
        socket.write(content)
      }
    const value = result.ok ? { ok: true as const, value: plainResult(result.value) } : result
    send({ kind: 'run', id, result: value })
  }

  function start({
    id,
    file,
    arguments: args,
    environment = {},
    maxOutputBytes,
    collect,
    keep,
  }: RunRequest): void {
    if (runs.has(id)) return
    if (runs.size >= MOST_RUNS) return answer(id, refused(`more than ${MOST_RUNS} programs run at once`))
    const controller = new AbortController()
    const running = commands
      .run({
        file,
        arguments: args,
        environment,
        maxOutputBytes,
        signal: controller.signal,
        ...(collect === undefined ? {} : { collect }),
        ...(keep === undefined ? {} : { keep: keepOptions(keep) }),
      })
      .catch((error: unknown) => refused(error instanceof Error ? error.message : String(error)))
    const ended = running.then((result) => {
      runs.delete(id)
      answer(id, result)
    })
    runs.set(id, { controller, ended })
  }

  function receive(message: unknown): void {
    const request = requestSchema.safeParse(message)
    if (!request.success) {
      // The product waits for each command, so one that is refused needs an answer too.
      const run = refusedRun.safeParse(message)
      if (run.success && !runs.has(run.data.id)) answer(run.data.id, refused(reasonOf(request.error)))
      return
    }
    const { data } = request
    if (data.kind === 'run') start(data)
    else if (data.kind === 'abort') runs.get(data.id)?.controller.abort(abortReason(data.reason))
    else void describe(data.id)
  }

  async function describe(id: number): Promise<void> {
    // If even this fails, report no containment: a rejection would end this process, and the product with it.
    const { level, missing } = await commands
      .containment()
      .catch((error: unknown) => ({ level: 'none' as const, missing: [String(error)] }))
    send({ kind: 'containment', id, report: { level, missing: [...missing] } })
  }

  async function end(): Promise<void> {
    const ended = [...runs.values()].map((run) => run.ended)
    for (const { controller } of runs.values()) controller.abort(abortReason('aborted'))
    socket.destroy()
    await Promise.all(ended)
    await commands.close()
  }

  const decode = createDecoder(LARGEST_REQUEST, receive)
  socket.on('data', (chunk: Buffer) => {
    if (!decode(chunk)) void end()
  })
  socket.on('drain', () => socket.resume())
  socket.on('error', () => {})
  socket.on('close', () => void end())
  return end
}

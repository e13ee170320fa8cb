import { MOST_COLLECTED, MOST_KEPT, MOST_OUTPUT } from '@binnacle/plugin-kit/core'
import { z } from 'zod/mini'

/** Most bytes of a request. The product never sends a longer one. */
export const LARGEST_REQUEST = 4_194_304
/** Most bytes of an answer: both streams of a command, with room for JSON escapes. */
export const LARGEST_ANSWER = 134_217_728

const text = z.string().check(z.refine((value) => !value.includes('\0')))
const id = z.int().check(z.nonnegative())

const runRequest = z.strictObject({
  kind: z.literal('run'),
  id,
  file: text.check(z.minLength(1), z.maxLength(4_096)),
  arguments: z.array(text).check(z.maxLength(4_096)),
  environment: z.optional(
    z.record(
      text.check(
        z.minLength(1),
        z.refine((name) => !name.includes('=')),
      ),
      text,
    ),
  ),
  maxOutputBytes: z.int().check(z.positive(), z.maximum(MOST_OUTPUT)),
  collect: z.optional(
    z.strictObject({
      folder: text.check(z.minLength(1), z.maxLength(4_096)),
      suffix: text.check(z.maxLength(100)),
      maxFiles: z.int().check(z.positive(), z.maximum(MOST_COLLECTED.files)),
      maxFileBytes: z.int().check(z.positive(), z.maximum(MOST_COLLECTED.bytes)),
      maxTotalBytes: z.int().check(z.positive(), z.maximum(MOST_COLLECTED.bytes)),
    }),
  ),
  keep: z.optional(
    z.strictObject({
      paths: z.array(text.check(z.minLength(1), z.maxLength(1_000))).check(z.maxLength(MOST_KEPT.patterns)),
      folder: z.optional(text.check(z.minLength(1), z.maxLength(4_096))),
      maxFiles: z.int().check(z.positive(), z.maximum(MOST_KEPT.files)),
      maxFileBytes: z.int().check(z.positive(), z.maximum(MOST_KEPT.fileBytes)),
      maxTotalBytes: z.int().check(z.positive(), z.maximum(MOST_KEPT.bytes)),
    }),
  ),
})

const abortRequest = z.strictObject({ kind: z.literal('abort'), id, reason: z.enum(['timeout', 'aborted']) })

const containmentRequest = z.strictObject({ kind: z.literal('containment'), id })

/** Enough of a request to run a command to answer that it is refused. */
export const refusedRun = z.object({ kind: z.literal('run'), id })

/**
 * A request of the product: run a command in containment, end a command, or report what the containment lacks. All
 * other requests are refused.
 */
export const requestSchema = z.discriminatedUnion('kind', [runRequest, abortRequest, containmentRequest])
export type StarterRequest = z.infer<typeof requestSchema>

const output = { stdout: z.string(), stderr: z.string() }

const collected = z.strictObject({
  files: z.array(z.strictObject({ name: z.string(), text: z.string() })),
  failure: z.optional(z.string()),
})

/** Paths of kept files. Their bytes arrive before, one message for each file, in the same order. */
const kept = z.strictObject({ paths: z.array(z.string()), leftOut: z.array(z.string()) })

const runAnswer = z.strictObject({
  kind: z.literal('run'),
  id,
  result: z.discriminatedUnion('ok', [
    z.strictObject({
      ok: z.literal(true),
      value: z.strictObject({
        exitCode: z.nullable(z.int()),
        signal: z.nullable(z.string()),
        ...output,
        collected: z.optional(collected),
        kept: z.optional(kept),
      }),
    }),
    z.strictObject({
      ok: z.literal(false),
      failure: z.strictObject({
        code: z.enum(['missing', 'disabled', 'flood', 'timeout', 'memory', 'aborted', 'failed']),
        message: z.string(),
        ...output,
      }),
    }),
  ]),
})

const containmentAnswer = z.strictObject({
  kind: z.literal('containment'),
  id,
  report: z.strictObject({
    level: z.enum(['namespaces', 'user-namespaces', 'user', 'none']),
    missing: z.array(z.string()),
  }),
})

/** The answers of the starter: exactly one to each `run` and each `containment`. */
export const answerSchema = z.discriminatedUnion('kind', [runAnswer, containmentAnswer])
export type StarterAnswer = z.infer<typeof answerSchema>

const LENGTH_BYTES = 4
/** Flag in the length of a message that marks bytes. Lengths are far below it. */
const IS_BYTES = 0x80_00_00_00

/** Encodes a message for the socket: four bytes of length, then JSON. */
export function encodeMessage(message: StarterRequest | StarterAnswer): Buffer {
  const body = Buffer.from(JSON.stringify(message))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, body])
}

/** Creates the header before the bytes of a file of a run. As JSON the bytes would block both processes. */
export function headOfBytes(id: number, bytes: number): Buffer {
  const head = Buffer.alloc(LENGTH_BYTES * 2)
  head.writeUInt32BE(IS_BYTES + LENGTH_BYTES + bytes)
  head.writeUInt32BE(id, LENGTH_BYTES)
  return head
}

/**
 * Creates a decoder that cuts incoming data into messages.
 * @param largest most bytes of a message
 * @param receive gets each message, parsed from JSON; undefined if it is not JSON
 * @param receiveBytes gets the files of runs; if missing, files are not accepted
 * @returns a function that takes data and returns false if a message is too large, after which no more can be read
 */
export function createDecoder(
  largest: number,
  receive: (message: unknown) => void,
  receiveBytes?: (id: number, bytes: Uint8Array) => void,
): (chunk: Buffer) => boolean {
  let chunks: Buffer[] = []
  let size = 0
  let wanted: { length: number; isBytes: boolean } | undefined
  const take = (bytes: number) => {
    const all = chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks)
    chunks = [all.subarray(bytes)]
    size -= bytes
    return all.subarray(0, bytes)
  }
  return (chunk) => {
    chunks.push(chunk)
    size += chunk.length
    for (;;) {
      if (wanted === undefined) {
        if (size < LENGTH_BYTES) return true
        const head = take(LENGTH_BYTES).readUInt32BE()
        const isBytes = head >= IS_BYTES
        wanted = { length: isBytes ? head - IS_BYTES : head, isBytes }
        if (
          wanted.length > largest ||
          (isBytes && (receiveBytes === undefined || wanted.length < LENGTH_BYTES))
        )
          return false
      }
      if (size < wanted.length) return true
      const body = take(wanted.length)
      const { isBytes } = wanted
      wanted = undefined
      // Copied: a part of the buffer would keep all of it in memory.
      if (isBytes) receiveBytes?.(body.readUInt32BE(), new Uint8Array(body.subarray(LENGTH_BYTES)))
      else receive(parseJson(body.toString()))
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

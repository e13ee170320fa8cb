import { z } from 'zod/mini'

/** A message longer than this is no request of the product's. */
export const LARGEST_REQUEST = 4_194_304
/** Both streams of a command, with room for what JSON makes longer. */
export const LARGEST_ANSWER = 134_217_728
/** Output of one command that the starter passes on at most, in bytes. */
export const MOST_OUTPUT_BYTES = 16_777_216

/**
 * Files that are collected after one command at most, and bytes of all of them. JSON makes control characters six times
 * as long, and the starter keeps an answer three times while it sends it: a script must not use up its memory.
 */
const MOST_COLLECTED_FILES = 10_000
const MOST_COLLECTED_BYTES = 16_777_216

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
  maxOutputBytes: z.int().check(z.positive(), z.maximum(MOST_OUTPUT_BYTES)),
  collect: z.optional(
    z.strictObject({
      folder: text.check(z.minLength(1), z.maxLength(4_096)),
      suffix: text.check(z.maxLength(100)),
      maxFiles: z.int().check(z.positive(), z.maximum(MOST_COLLECTED_FILES)),
      maxFileBytes: z.int().check(z.positive(), z.maximum(MOST_COLLECTED_BYTES)),
      maxTotalBytes: z.int().check(z.positive(), z.maximum(MOST_COLLECTED_BYTES)),
    }),
  ),
})

const abortRequest = z.strictObject({ kind: z.literal('abort'), id, reason: z.enum(['timeout', 'aborted']) })

const containmentRequest = z.strictObject({ kind: z.literal('containment'), id })

/**
 * What the product asks of the starter: to run a command in containment, to end one, or what the containment lacks.
 * Anything else is refused.
 */
export const requestSchema = z.discriminatedUnion('kind', [runRequest, abortRequest, containmentRequest])
export type StarterRequest = z.infer<typeof requestSchema>

const output = { stdout: z.string(), stderr: z.string() }

const collected = z.strictObject({
  files: z.array(z.strictObject({ name: z.string(), text: z.string() })),
  failure: z.optional(z.string()),
})

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

/** What the starter answers to `run` and `containment`, once each. */
export const answerSchema = z.discriminatedUnion('kind', [runAnswer, containmentAnswer])
export type StarterAnswer = z.infer<typeof answerSchema>

const LENGTH_BYTES = 4

/** A message as it goes over the socket: its length in four bytes, then JSON. */
export function encodeMessage(message: StarterRequest | StarterAnswer): Buffer {
  const body = Buffer.from(JSON.stringify(message))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, body])
}

/**
 * Cuts what arrives on a socket into messages.
 * @param largest bytes of a message
 * @param receive gets each message, parsed from JSON; undefined where it is no JSON
 * @returns a function that takes what arrived, and is false when a message is too large: nothing after it can be read
 */
export function createDecoder(
  largest: number,
  receive: (message: unknown) => void,
): (chunk: Buffer) => boolean {
  let chunks: Buffer[] = []
  let size = 0
  let wanted: number | undefined
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
        wanted = take(LENGTH_BYTES).readUInt32BE()
        if (wanted > largest) return false
      }
      if (size < wanted) return true
      const body = take(wanted)
      wanted = undefined
      receive(parseJson(body.toString()))
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

import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { createRedactor } from '@binnacle/contract/redact'

export interface PackInput {
  content: Uint8Array
  /** Secret values. */
  secrets: readonly string[]
}

/** A file ready to store; undefined if it contains a secret that cannot be removed. */
export type PackedFile =
  | {
      /** Bytes of the file. */
      size: number
      /** SHA-256 of the file, in hexadecimal. */
      checksum: string
      compression: 'gzip' | 'none'
      content: Uint8Array
    }
  | undefined

/** Higher levels take longer than they save. */
const LEVEL = 4

const encodings = ['utf-8', 'utf-16le', 'utf-16be'] as const

/** Decodes a file. @returns undefined if it is not text in this encoding */
function textIn(content: Uint8Array, encoding: (typeof encodings)[number]): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    return undefined
  }
}

function bytesIn(text: string, encoding: (typeof encodings)[number]): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  const bytes = Buffer.from(text, 'utf16le')
  return encoding === 'utf-16le' ? bytes : bytes.swap16()
}

/** Detects UTF-16 by its mark, as PowerShell writes it. */
function encodingOf(content: Uint8Array): (typeof encodings)[number] {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Whether a binary file contains an unencoded secret, in eight or sixteen bits. */
function holdsSecret(content: Uint8Array, secrets: readonly string[]): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const spellings = secrets.flatMap((secret) =>
    encodings.map((encoding) => bytesIn(secret, encoding).toString('latin1')),
  )
  const redact = createRedactor(spellings)
  const text = bytes.toString('latin1')
  return redact(text) !== text
}

/** Replaces the secrets in a text file. @returns undefined for a file that is not text and contains a secret */
function withoutSecrets({ content, secrets }: PackInput): Uint8Array | undefined {
  if (secrets.length === 0) return content
  const encoding = encodingOf(content)
  const text = textIn(content, encoding)
  // Removing bytes would break a binary file.
  if (text === undefined || text.includes('\0')) return holdsSecret(content, secrets) ? undefined : content
  const clean = createRedactor(secrets)(text)
  return clean === text ? content : bytesIn(clean, encoding)
}

/** Redacts and compresses a file for storing. Runs in a worker, because large files take long. */
export function pack(input: PackInput): PackedFile {
  const clean = withoutSecrets(input)
  if (clean === undefined) return undefined
  const zipped = gzipSync(clean, { level: LEVEL })
  const isSmaller = zipped.length < clean.length
  return {
    size: clean.length,
    checksum: createHash('sha256').update(clean).digest('hex'),
    compression: isSmaller ? 'gzip' : 'none',
    content: new Uint8Array(isSmaller ? zipped : clean),
  }
}

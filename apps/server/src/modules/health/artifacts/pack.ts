import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { createRedactor } from '@binnacle/contract'

export interface PackInput {
  content: Uint8Array
  /** Secret values. */
  secrets: readonly string[]
}

/** A file as it is stored; undefined where it holds a secret that cannot be taken out. */
export type Packed =
  | {
      /** Bytes of the file. */
      size: number
      /** SHA-256 of the file, in hexadecimal. */
      checksum: string
      compression: 'gzip' | 'none'
      content: Uint8Array
    }
  | undefined

/** More would take longer than it saves. */
const LEVEL = 4

const encodings = ['utf-8', 'utf-16le', 'utf-16be'] as const

/** Reads a file as text. @returns undefined where it is not text in this encoding */
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

/** How a file begins that is text in sixteen bits, as PowerShell writes it. */
function encodingOf(content: Uint8Array): (typeof encodings)[number] {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Whether bytes that are no text hold a secret as it is, in eight or sixteen bits. */
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
  // What is no text would be broken by taking something out.
  if (text === undefined || text.includes('\0')) return holdsSecret(content, secrets) ? undefined : content
  const clean = createRedactor(secrets)(text)
  return clean === text ? content : bytesIn(clean, encoding)
}

/** Makes a file fit to be stored: without secrets, compressed. Runs in a worker, as it takes long for large files. */
export function pack(input: PackInput): Packed {
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

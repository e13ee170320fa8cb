import { createHash } from 'node:crypto'
import { ScriptFailure } from '../failure.ts'
import { define, type Runtime } from './definition.ts'
import { text } from './take.ts'

function hyphenated(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Hundreds of nanoseconds from 15 October 1582, where version 1 counts from, to 1970. */
const EPOCH = 0x01b2_1dd2_1381_4000n

/** Version 1 of RFC 9562, with a random node: the address of the machine is nobody's business. */
function timed({ now, random }: Runtime): string {
  const hex = (value: bigint, length: number) => value.toString(16).padStart(length, '0')
  const stamp = BigInt(now.getTime()) * 10_000n + EPOCH
  const drawn = (bits: number) => BigInt(Math.floor(random() * 2 ** bits))
  return hyphenated(
    hex(stamp & 0xffff_ffffn, 8) +
      hex((stamp >> 32n) & 0xffffn, 4) +
      hex(((stamp >> 48n) & 0xfffn) | 0x1000n, 4) +
      hex(drawn(14) | 0x8000n, 4) +
      hex((drawn(24) << 24n) | drawn(24) | (1n << 40n), 12),
  )
}

/** Every spelling that is usual: with hyphens or without, in braces, as urn:uuid. */
function canonical(value: unknown): string {
  const written = text(value).toLowerCase()
  const inner = written.startsWith('{') ? /^\{(.*)\}$/.exec(written)?.[1] : written.replace(/^urn:uuid:/, '')
  const isUuid = /^[\da-f]{8}(-?)[\da-f]{4}\1[\da-f]{4}\1[\da-f]{4}\1[\da-f]{12}$/.test(inner ?? '')
  if (inner === undefined || !isUuid)
    throw new ScriptFailure(
      'arguments',
      `${JSON.stringify(written.slice(0, 60))} is not an identifier (UUID)`,
    )
  return hyphenated(inner.replaceAll('-', ''))
}

const bytesOf = (value: unknown): string | Uint8Array => (value instanceof Uint8Array ? value : text(value))

const digests = [
  ['SHA1', 'sha1', 20],
  ['SHA224', 'sha224', 28],
  ['SHA256', 'sha256', 32],
  ['SHA384', 'sha384', 48],
  ['SHA512', 'sha512', 64],
  ['SHA512_224', 'sha512-224', 28],
  ['SHA512_256', 'sha512-256', 32],
] as const

export const identifierFunctions = [
  define(
    'uuid.V1(): string',
    'An identifier that contains the present.',
    { cel: ['uuid.V1().charAt(14)', '1'], template: ['{{ uuid.V1 | len }}', '36'] },
    (_, runtime) => timed(runtime),
  ),
  define(
    'uuid.Parse(text: string): string',
    'An identifier in the usual spelling, from any: in braces, with urn:uuid, without hyphens.',
    {
      cel: ['uuid.Parse("{2A42E576-C308-4DB9-8525-0513AF307586}")', '2a42e576-c308-4db9-8525-0513af307586'],
      template: [
        '{{ uuid.Parse "2a42e576c3084db985250513af307586" }}',
        '2a42e576-c308-4db9-8525-0513af307586',
      ],
    },
    ([value]) => canonical(value),
  ),
  ...digests
    .filter(([name]) => name.includes('_'))
    .map(([name, algorithm, size]) =>
      define(
        `crypto.${name}(text: string): string`,
        `The ${name.replace('_', '/')} of a text in hexadecimal digits.`,
        { cel: [`crypto.${name}("a").size()`, String(size * 2)] },
        ([value]) => createHash(algorithm).update(bytesOf(value)).digest('hex'),
      ),
    ),
  ...digests.map(([name, algorithm, size]) =>
    define(
      `crypto.${name}Bytes(text: string): bytes`,
      `The ${name.replace('_', '/')} of a text as bytes.`,
      { cel: [`crypto.${name}Bytes("a").size()`, String(size)] },
      ([value]) => new Uint8Array(createHash(algorithm).update(bytesOf(value)).digest()),
      { only: ['cel', 'template'] },
    ),
  ),
]

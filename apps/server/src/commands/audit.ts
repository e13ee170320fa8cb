import { text } from 'node:stream/consumers'
import { MISUSE } from '../misuse.ts'
import {
  createChain,
  type ExpectedDigest,
  readHead,
  type Verification,
  verifyChain,
} from '../platform/audit/index.ts'
import { createSecrets } from '../platform/secrets.ts'
import { withDatabase } from './with-database.ts'

/** Exit code where the log is not as it was sealed. */
const BROKEN = 1

export interface AuditVerifyOptions {
  /** Digests that were written down, as DIGEST@NUMBER. */
  expect: readonly string[]
  /** Whether secret keys of the past come on standard input, one a line. */
  oldKeysFromInput: boolean
}

function parseExpected(text: string): ExpectedDigest | undefined {
  const [, digest, number] = /^([0-9a-f]{64})@(\d{1,15})$/i.exec(text) ?? []
  return digest === undefined ? undefined : { digest: digest.toLowerCase(), number: Number(number) }
}

const written = (number: number, digest: Buffer): string => `${digest.toString('hex')}@${number}`
const instant = (time: Date | undefined): string => time?.toISOString() ?? 'unknown time'

function report({ rows, from, to, head, unsealed, otherKeys, late, broken }: Verification): string[] {
  const lines = [
    rows === 0 ? 'No sealed rows.' : `${rows} sealed rows from ${instant(from)} to ${instant(to)}.`,
    `${unsealed} rows wait for their seal.`,
    ...otherKeys.map(
      ({ keyId, first, last, time }) =>
        `Seals ${first} to ${last}, from ${instant(time)}, were made with key ${keyId}. Give that secret key with --old-keys-stdin to verify them.`,
    ),
    ...(late.count > 0
      ? [
          `${late.count} rows say that they are more than an hour older than a row that was sealed before them; the first is ${late.firstId}. Somebody may have added them later, or the clock was set back.`,
        ]
      : []),
  ]
  if (broken === undefined)
    return [...lines, 'Intact.', `Newest digest: ${written(head.number, head.digest)}`]
  const { kind, number, rowId, time, reason } = broken
  const where = [
    number === undefined ? undefined : `seal ${number}`,
    rowId === undefined ? undefined : `row ${rowId}`,
    time?.toISOString(),
  ]
  return [
    ...lines,
    `Broken (${kind}) at ${where.filter((part) => part !== undefined).join(', ')}: ${reason}.`,
  ]
}

/**
 * Verifies the chain of the audit log, and prints what it found.
 * @returns the exit code: 0 when it is intact, 1 when not
 */
export async function auditVerify({ expect, oldKeysFromInput }: AuditVerifyOptions): Promise<number> {
  const expected: ExpectedDigest[] = []
  for (const given of expect) {
    const parsed = parseExpected(given)
    if (parsed === undefined) {
      console.error(`--expect "${given}" is not DIGEST@NUMBER, as this command and audit head print it.`)
      return MISUSE
    }
    expected.push(parsed)
  }
  const input = oldKeysFromInput ? await text(process.stdin) : ''
  const oldKeys = input.split('\n').map((line) => line.trim())
  return withDatabase(async ({ pool }, _configuration, secretKey) => {
    const keys = [secretKey, ...oldKeys.filter((key) => key !== '')]
    const chains = keys.map((key) => createChain(createSecrets(key)))
    const found = await verifyChain(pool, chains, expected)
    console.log(report(found).join('\n'))
    return found.broken === undefined ? 0 : BROKEN
  })
}

/**
 * Prints the newest digest and nothing else, so that a script can keep it elsewhere.
 * @returns the exit code
 */
export async function auditHead(): Promise<number> {
  return withDatabase(async ({ pool }) => {
    const { number, digest } = await readHead(pool)
    console.log(written(number, digest))
    return 0
  })
}

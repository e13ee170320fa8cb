import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../secrets.ts'

/** The seal of one row: one link of the chain. */
export interface Seal {
  /** Position in the chain, from 1 and without gaps. */
  number: number
  rowId: string
  /** SHA-256 of the row's content */
  content: Buffer
  /** SHA-256 of number, row, content and the digest before */
  digest: Buffer
  /** HMAC of the digest, which only the owner of the secret key can compute. */
  mac: Buffer
  /** Identifies the key of the HMAC without revealing it. */
  keyId: string
}

/** The link before the next seal: the last one, or the start. */
export type Link = Pick<Seal, 'number' | 'digest'>

/** The start of the chain after old rows were dropped. */
export interface Anchor extends Link {
  /** Rows with lower ids were dropped. */
  before: string
  mac: Buffer
  keyId: string
}

/** The link before the first seal. */
export const START: Link = { number: 0, digest: Buffer.alloc(32) }

/** Seals rows and verifies seals with one key. */
export interface Chain {
  keyId: string
  /** @param content SHA-256 of the row; undefined if the row was gone before it was sealed */
  seal(previous: Link, rowId: string, content: Buffer | undefined): Seal
  /** Whether the HMAC of a seal with this key's id was made with the key. */
  isOurs(seal: Pick<Seal, 'digest' | 'mac'>): boolean
  anchor(link: Link, before: string): Anchor
  isOurAnchor(anchor: Anchor): boolean
}

/** The content of a row that was gone before it was sealed: the digest of an empty text. */
const NO_CONTENT = createHash('sha256').digest()

/** Digest of a link. It needs no key, so a later HMAC vouches for every row before it. */
export function linkDigest(previous: Link, rowId: string, content: Buffer): Buffer {
  const parts = ['v1', previous.number + 1, rowId, content.toString('hex'), previous.digest.toString('hex')]
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

/** @param secrets gives the key; the database never has it */
export function createChain(secrets: Pick<Secrets, 'keyFor'>): Chain {
  const key = secrets.keyFor('audit log seals')
  const keyId = secrets.keyFor('id of the key of audit log seals').toString('hex').slice(0, 16)
  const mac = (purpose: 'seal' | 'anchor', ...parts: string[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest()
  const equal = (left: Buffer, right: Buffer) => left.length === right.length && timingSafeEqual(left, right)
  const anchorMac = ({ number, digest }: Link, before: string) =>
    mac('anchor', String(number), digest.toString('hex'), before)
  return {
    keyId,
    seal(previous, rowId, content = NO_CONTENT) {
      const digest = linkDigest(previous, rowId, content)
      return {
        number: previous.number + 1,
        rowId,
        content,
        digest,
        mac: mac('seal', digest.toString('hex')),
        keyId,
      }
    },
    isOurs: (seal) => equal(seal.mac, mac('seal', seal.digest.toString('hex'))),
    anchor: (link, before) => ({ ...link, before, mac: anchorMac(link, before), keyId }),
    isOurAnchor: (anchor) => equal(anchor.mac, anchorMac(anchor, anchor.before)),
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../../platform/secrets.ts'

/** What the button of a message says. */
export interface AcknowledgeCode {
  alertId: string
  expires: Date
}

/** What a link for acknowledging says. */
interface AcknowledgeClaim extends AcknowledgeCode {
  /** Who got the link, as people call them. */
  name: string
  /** The person whose own link it is; undefined if several may have it, such as a team. */
  personId?: string
}

/** Makes and reads the texts in links that acknowledge an alert without signing in. */
export interface AcknowledgeTokens {
  create(claim: AcknowledgeClaim): string
  /** @returns undefined for a text that this product did not make; an expired one is read */
  read(token: string): AcknowledgeClaim | undefined
  /** Reads the part of a token before its first dot, which fits into a button of Telegram (64 bytes). */
  readCode(code: string): AcknowledgeCode | undefined
}

const PURPOSE = 'links that acknowledge alerts'
const ID_BYTES = 16
const SECONDS_BYTES = 4
const SIGNATURE_BYTES = 16
const LONGEST_NAME = 100

const idBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const idOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Signs what the link says, so that nothing has to be stored and nobody can make up a link. */
export function createAcknowledgeTokens(secrets: Pick<Secrets, 'keyFor'>): AcknowledgeTokens {
  const key = secrets.keyFor(PURPOSE)
  const sign = (payload: string | Buffer) =>
    createHmac('sha256', key).update(payload).digest().subarray(0, SIGNATURE_BYTES)
  const isSigned = (payload: string | Buffer, given: Buffer) =>
    given.length === SIGNATURE_BYTES && timingSafeEqual(given, sign(payload))

  function readCode(code: string): AcknowledgeCode | undefined {
    const bytes = Buffer.from(code, 'base64url')
    const content = bytes.subarray(0, ID_BYTES + SECONDS_BYTES)
    if (!isSigned(content, bytes.subarray(ID_BYTES + SECONDS_BYTES))) return undefined
    return {
      alertId: idOf(content.subarray(0, ID_BYTES)),
      expires: new Date(content.readUInt32BE(ID_BYTES) * 1_000),
    }
  }

  return {
    create({ alertId, name, personId, expires }) {
      const seconds = Buffer.alloc(SECONDS_BYTES)
      seconds.writeUInt32BE(Math.floor(expires.getTime() / 1_000))
      const content = Buffer.concat([idBytes(alertId), seconds])
      const code = Buffer.concat([content, sign(content)]).toString('base64url')
      const person = personId === undefined ? '' : `.${idBytes(personId).toString('base64url')}`
      const payload = `${code}.${Buffer.from(name.slice(0, LONGEST_NAME)).toString('base64url')}${person}`
      return `${payload}.${sign(payload).toString('base64url')}`
    },
    read(token) {
      const parts = token.split('.')
      const signature = parts.pop() ?? ''
      const [code = '', name = '', person] = parts
      if (parts.length > 3 || !isSigned(parts.join('.'), Buffer.from(signature, 'base64url')))
        return undefined
      const read = readCode(code)
      return (
        read && {
          ...read,
          name: Buffer.from(name, 'base64url').toString('utf8'),
          ...(person === undefined ? {} : { personId: idOf(Buffer.from(person, 'base64url')) }),
        }
      )
    },
    readCode,
  }
}

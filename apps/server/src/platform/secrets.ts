import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { fail, type Result, succeed } from '@binnacle/contract/core'

const PREFIX = 'sealed:v1:'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts secrets at rest, and derives keys for other purposes from the secret key. */
export interface Secrets {
  /** Encrypts a text. `isSealed` recognizes the result. */
  seal(text: string): string
  /** Decrypts a sealed text. @returns why it fails, such as another key */
  unseal(sealed: string): Result<string, string>
  isSealed(text: string): boolean
  /** Encrypts bytes, for content that is too large for a text. */
  sealBytes(bytes: Uint8Array): Buffer
  unsealBytes(sealed: Uint8Array): Result<Buffer, string>
  /** Derives a 32-byte key for one purpose. It does not reveal other keys. */
  keyFor(purpose: string): Buffer
}

/** @param secretKey at least 32 characters; the same for all processes that share a database */
export function createSecrets(secretKey: string): Secrets {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'binnacle', purpose, 32))
  const key = keyFor('stored secrets')
  const isSealed = (text: string) => text.startsWith(PREFIX)
  const failure =
    'a stored secret cannot be read, as it was encrypted with another SECRET_KEY; enter it again'

  function sealBytes(bytes: Uint8Array): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
  }
  function unsealBytes(sealed: Uint8Array): Result<Buffer, string> {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const text = sealed.subarray(NONCE_BYTES + TAG_BYTES)
      return succeed(Buffer.concat([decipher.update(text), decipher.final()]))
    } catch {
      return fail(failure)
    }
  }

  return {
    keyFor,
    isSealed,
    sealBytes,
    unsealBytes,
    seal: (text) => PREFIX + sealBytes(Buffer.from(text, 'utf8')).toString('base64url'),
    unseal(sealed) {
      const opened = unsealBytes(Buffer.from(sealed.slice(PREFIX.length), 'base64url'))
      return opened.ok ? succeed(opened.value.toString('utf8')) : opened
    },
  }
}

import { generateKeyPairSync } from 'node:crypto'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Secrets } from '../../../platform/secrets.ts'

/** The keys by which push services know this installation, in base64url. */
export interface WebPushKeys {
  publicKey: string
  privateKey: string
}

const NAME = 'web_push_keys'
const stored = z.object({ publicKey: z.string(), sealed: z.string() })

/** Makes keys as RFC 8292 wants them: a point of P-256, uncompressed, and its scalar. */
function generateKeys(): WebPushKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}

/**
 * Reads the keys of this installation, and makes them when they are first needed. The private one is sealed.
 * @throws if SECRET_KEY is another one than when the keys were made
 */
export async function loadWebPushKeys(pool: Pool, secrets: Secrets): Promise<WebPushKeys> {
  const read = async () => {
    const { rows } = await pool.query<{ value: unknown }>('select value from core.settings where name = $1', [
      NAME,
    ])
    return rows[0]?.value
  }
  let value = await read()
  if (value === undefined) {
    const { publicKey, privateKey } = generateKeys()
    await pool.query(
      'insert into core.settings (name, value) values ($1, $2) on conflict (name) do nothing',
      [NAME, JSON.stringify({ publicKey, sealed: secrets.seal(privateKey) })],
    )
    // Another process may have been first.
    value = await read()
  }
  const { publicKey, sealed } = stored.parse(value)
  const opened = secrets.unseal(sealed)
  if (!opened.ok) throw new Error(`the keys of web push cannot be read: ${opened.failure}`)
  return { publicKey, privateKey: opened.value }
}

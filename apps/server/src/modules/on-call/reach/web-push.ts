import { generateKeyPairSync } from 'node:crypto'
import type { Pool } from 'pg'
import { z } from 'zod'
import { tablesOn } from '../../../platform/database/tables-on.ts'
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
  const read = () =>
    tablesOn(pool).selectFrom('core.settings').select('value').where('name', '=', NAME).executeTakeFirst()
  let setting = await read()
  if (setting === undefined) {
    const { publicKey, privateKey } = generateKeys()
    await tablesOn(pool)
      .insertInto('core.settings')
      .values({ name: NAME, value: JSON.stringify({ publicKey, sealed: secrets.seal(privateKey) }) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    // Another process may have been first.
    setting = await read()
  }
  const { publicKey, sealed } = stored.parse(setting?.value)
  const opened = secrets.unseal(sealed)
  if (!opened.ok) throw new Error(`the keys of web push cannot be read: ${opened.failure}`)
  return { publicKey, privateKey: opened.value }
}

// A push service (https://www.rfc-editor.org/rfc/rfc8030) and a browser that decrypts what it gets
// (https://www.rfc-editor.org/rfc/rfc8291).
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listen } from '@binnacle/plugin-kit/servers'
import type { NotifierInput, NotifierTargets } from '@binnacle/plugin-kit/suite/notifiers'
import webPush from 'web-push'
import { webPushConnection } from './spec.ts'

interface PushCall {
  headers: IncomingHttpHeaders
  /** Bytes that arrived. */
  size: number
  /** The message, decrypted. */
  text: string
}

/** The keys of a browser with a subscription, and what decrypts messages to it. */
export function makeBrowser() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  return {
    p256dh: keys.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    /** Decrypts a message (RFC 8291 section 3.4, RFC 8188 section 2.1). */
    decrypt(message: Buffer): string {
      const salt = message.subarray(0, 16)
      const keyLength = message.readUInt8(20)
      const sender = message.subarray(21, 21 + keyLength)
      const record = message.subarray(21 + keyLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
      const material = derive(keys.computeSecret(sender), auth, info, 32)
      const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      return padded.subarray(0, padded.lastIndexOf(2)).toString()
    },
  }
}

export interface WebPushTargets extends NotifierTargets {
  calls: readonly PushCall[]
  vapid: { publicKey: string; privateKey: string }
  /** A subscription that the push service answers with a status. */
  answering: (status: number) => NotifierInput
}

/** A push service that takes messages at /push, answers a status at /status/…, and never answers at /hang. */
export async function startTargets(): Promise<WebPushTargets> {
  const browser = makeBrowser()
  const vapid = webPush.generateVAPIDKeys()
  const calls: PushCall[] = []
  const server = await listen(
    createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        if (request.url === '/hang') return
        const status = Number(/^\/status\/(\d+)$/.exec(request.url ?? '')?.[1] ?? 201)
        const body = Buffer.concat(chunks)
        if (status === 201)
          calls.push({ headers: request.headers, size: body.length, text: browser.decrypt(body) })
        response.writeHead(status, { location: '/message/1', 'retry-after': '120' }).end()
      })
    }),
    0,
  )
  const at = (path: string): NotifierInput => ({
    spec: {},
    connection: webPushConnection(
      'test',
      { ...browser, endpoint: `http://127.0.0.1:${server.port}${path}` },
      { ...vapid, subject: 'mailto:ops@example.com' },
    ),
  })
  return {
    calls,
    vapid,
    working: at('/push'),
    failing: at('/status/410'),
    hanging: at('/hang'),
    answering: (status) => at(`/status/${status}`),
    arrived: () => calls.map(({ text }) => text),
    stop: server.stop,
  }
}

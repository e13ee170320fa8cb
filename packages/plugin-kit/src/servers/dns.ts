import { createSocket } from 'node:dgram'
import { type Answer, decode, encode } from 'dns-packet'
import type { TestServer } from './listen.ts'

/** Records by name in lower case; a name that is not in it does not exist, one with 'silent' is never answered. */
export type Zone = Readonly<Record<string, readonly Answer[] | 'silent'>>

/** A name server on loopback that answers from a zone. */
export async function startDnsServer(zone: Zone): Promise<TestServer> {
  const socket = createSocket('udp4')
  socket.on('message', (message, sender) => {
    const query = decode(message)
    const question = query.questions?.[0]
    if (question === undefined) return
    const records = zone[question.name.toLowerCase()]
    if (records === 'silent') return
    const NAME_ERROR = 3
    const answer = encode({
      type: 'response',
      id: query.id ?? 0,
      // Authoritative; the low bits are the response code (RFC 1035, section 4.1.1).
      flags: 0x0400 | (records === undefined ? NAME_ERROR : 0),
      questions: query.questions ?? [],
      answers: (records ?? []).filter((record) => record.type === question.type),
    })
    socket.send(answer, sender.port, sender.address)
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.bind(0, '127.0.0.1', resolve)
  await promise
  return {
    port: socket.address().port,
    stop: () => new Promise((done) => socket.close(() => done())),
  }
}

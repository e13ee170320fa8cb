import type { Socket } from 'node:net'

/**
 * Most bytes that a server may send in one conversation. Drivers put together whatever a server announces, and some keep all
 * of it. Scrapers of databases read 64 million characters.
 */
const MOST_RECEIVED = 134_217_728
/** Milliseconds between two looks at a socket on which a driver speaks TLS, as its bytes bypass the socket's own methods. */
const BETWEEN = 20

/** The message of the error with which such a socket is destroyed. */
const TOO_MUCH = `the server sent more than ${MOST_RECEIVED / 1_048_576} MiB`

/** Looks at the bytes of a server in order, and says whether a driver can read them. */
export type MessageGuard = (chunk: Uint8Array) => boolean

/** How messages of a protocol begin. */
export interface MessageHead {
  /** Bytes that say how long a message is. */
  bytes: number
  /** Bytes of the whole message, or how many bytes of it must be seen to say so; undefined if no message begins so. */
  lengthOf: (head: Buffer) => number | { look: number } | undefined
}

/** Makes a function that looks at the lengths of messages. Drivers read messages without a length one by one, or for ever. */
export function createMessageGuard({ bytes, lengthOf }: MessageHead): MessageGuard {
  /** Bytes of the present message that are still to come. */
  let left = 0
  let head = Buffer.alloc(0)
  let wanted = bytes
  return (chunk) => {
    for (let place = 0; place < chunk.length;) {
      if (left > 0) {
        const step = Math.min(left, chunk.length - place)
        left -= step
        place += step
        continue
      }
      const part = chunk.subarray(place, place + wanted - head.length)
      head = Buffer.concat([head, part])
      place += part.length
      if (head.length < wanted) continue
      const length = lengthOf(head)
      if (typeof length === 'object' && length.look > wanted) {
        wanted = length.look
        continue
      }
      if (typeof length !== 'number' || length < wanted) return false
      left = length - wanted
      head = Buffer.alloc(0)
      wanted = bytes
    }
    return true
  }
}

/**
 * Destroys a socket when too much has come, or what is no message, before the driver that reads it gets it.
 * @returns ends the watch
 */
export function boundReceived(socket: Socket, fits: MessageGuard = () => true): () => void {
  let received = 0
  const refuse = (reason = TOO_MUCH) => socket.destroy(new Error(reason))
  const push = socket.push.bind(socket)
  // The one place through which every piece goes, however the driver reads.
  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Uint8Array) received += chunk.length
    if (received > MOST_RECEIVED) refuse()
    else if (chunk instanceof Uint8Array && !fits(chunk))
      refuse('the server sent something else than messages')
    else return push(chunk, encoding)
    return false
  }
  const timer = setInterval(() => {
    if (socket.bytesRead > 2 * MOST_RECEIVED) refuse()
  }, BETWEEN)
  timer.unref()
  const stop = () => clearInterval(timer)
  socket.once('close', stop)
  return stop
}

import type { MessageHead } from '@binnacle/plugin-kit/talk'

/** Bytes of the header of a message, and of the largest message. */
const HEADER = 16
const LARGEST = 48_000_000

/** How messages begin: https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
export const mongoMessages: MessageHead = {
  bytes: 4,
  lengthOf(head) {
    const length = head.readInt32LE()
    return length >= HEADER && length <= LARGEST ? length : undefined
  },
}

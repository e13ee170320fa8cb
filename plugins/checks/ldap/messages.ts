import type { MessageHead } from '@binnacle/plugin-kit/talk'

const SEQUENCE = 0x30
const LONG = 0x80
/** Bytes of a length in the long form, and of the largest message that is read. */
const MOST_OF_LENGTH = 4
const LARGEST = 16_777_216

/** How messages begin (RFC 4511, section 5.1): a sequence, and its length in the short or the long form of BER. */
export const ldapMessages: MessageHead = {
  bytes: 2,
  lengthOf(head) {
    const [tag, first = 0] = head
    if (tag !== SEQUENCE) return undefined
    if (first < LONG) return 2 + first
    const count = first - LONG
    if (count === 0 || count > MOST_OF_LENGTH) return undefined
    if (head.length < 2 + count) return { look: 2 + count }
    const length = head.readUIntBE(2, count)
    return length > LARGEST ? undefined : 2 + count + length
  },
}

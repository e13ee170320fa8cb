export type Labels = Readonly<Record<string, string>>

// FNV-1a with 64 bits, in two halves: the prime is 2^40 + 0x1b3, and products with 0x1b3 are exact numbers.
const PRIME_LOW = 0x1b3
const HALF = 0x1_0000_0000
const START = { high: 0xcbf29ce4, low: 0x84222325 }
/** Ends names and values: UTF-8 has no such byte. */
const SEPARATOR = new Uint8Array([0xff])

const encoder = new TextEncoder()

/** Orders texts by their bytes in UTF-8, which JavaScript's own order does not do beyond U+FFFF. */
function byBytes([left]: readonly [string, string], [right]: readonly [string, string]): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}

/** The fingerprint of labels, as Prometheus and Alertmanager compute it: 16 hexadecimal digits. */
export function fingerprintOf(labels: Labels): string {
  let { high, low } = START
  const add = (bytes: Uint8Array) => {
    for (const byte of bytes) {
      const mixed = (low ^ byte) >>> 0
      const product = mixed * PRIME_LOW
      const carried = Math.floor(product / HALF)
      // Shifting by 40 bits moves the low half into the high one, by 8.
      high = (((high * PRIME_LOW) % HALF) + carried + ((mixed << 8) >>> 0)) % HALF
      low = product % HALF
    }
  }
  for (const [name, value] of Object.entries(labels).toSorted(byBytes)) {
    add(encoder.encode(name))
    add(SEPARATOR)
    add(encoder.encode(value))
    add(SEPARATOR)
  }
  const digits = (half: number) => half.toString(16).padStart(8, '0')
  return digits(high) + digits(low)
}

import ipaddr from 'ipaddr.js'

/** Where the IPv6 addresses of a network contain IPv4 addresses. */
interface Carrier {
  network: [ipaddr.IPv4 | ipaddr.IPv6, number]
  /** Positions of the four bytes of each IPv4 address. */
  positions: readonly (readonly [number, number, number, number])[]
  /** Positions of the bytes of an address whose bits are inverted. */
  inverted?: readonly [number, number, number, number]
  /** Positions that count only if the bytes do not start with zero, because in most addresses they are padding. */
  possible?: readonly (readonly [number, number, number, number])[]
}

const LAST = [12, 13, 14, 15] as const

const carriers: readonly Carrier[] = [
  // IPv4-compatible (RFC 4291, deprecated) and IPv4-mapped.
  { network: ipaddr.parseCIDR('::/96'), positions: [LAST] },
  { network: ipaddr.parseCIDR('::ffff:0:0/96'), positions: [LAST] },
  // IPv4-translated (SIIT, RFC 7915).
  { network: ipaddr.parseCIDR('::ffff:0:0:0/96'), positions: [LAST] },
  // NAT64 (RFC 6052).
  { network: ipaddr.parseCIDR('64:ff9b::/96'), positions: [LAST] },
  {
    // NAT64 of a site (RFC 8215). The length of its prefix is unknown, so each layout of RFC 6052 counts. Byte 8 is
    // always zero.
    network: ipaddr.parseCIDR('64:ff9b:1::/48'),
    positions: [LAST],
    possible: [
      [6, 7, 9, 10],
      [7, 9, 10, 11],
      [9, 10, 11, 12],
    ],
  },
  // 6to4 (RFC 3056).
  { network: ipaddr.parseCIDR('2002::/16'), positions: [[2, 3, 4, 5]] },
  // Teredo (RFC 4380): the server, and the client with inverted bits.
  { network: ipaddr.parseCIDR('2001::/32'), positions: [[4, 5, 6, 7]], inverted: LAST },
]

/** Interface identifiers of ISATAP (RFC 5214, section 6.1): 0000:5efe or 0200:5efe before the IPv4 address. */
function isIsatap(bytes: readonly number[]): boolean {
  const [first, second, third, fourth] = bytes.slice(8, 12)
  return (first === 0 || first === 2) && second === 0 && third === 0x5e && fourth === 0xfe
}

/** The IPv4 addresses that an IPv6 address contains. Empty for IPv4 addresses and ordinary IPv6 addresses. */
export function embeddedAddresses(address: ipaddr.IPv4 | ipaddr.IPv6): readonly ipaddr.IPv4[] {
  if (!(address instanceof ipaddr.IPv6)) return []
  const bytes = address.toByteArray()
  // :: and ::1 have their own meaning. They are not IPv4-compatible addresses.
  if (bytes.slice(0, 15).every((byte) => byte === 0) && (bytes[15] ?? 0) <= 1) return []
  const read = (positions: readonly number[], mask = 0) =>
    new ipaddr.IPv4(positions.map((position) => (bytes[position] ?? 0) ^ mask))
  const found = carriers
    .filter(({ network: [base, bits] }) => address.match(base, bits))
    .flatMap(({ positions, inverted, possible = [] }) => [
      ...positions.map((each) => read(each)),
      ...possible.map((each) => read(each)).filter(({ octets }) => octets[0] !== 0),
      ...(inverted === undefined ? [] : [read(inverted, 0xff)]),
    ])
  return isIsatap(bytes) ? [...found, read(LAST)] : found
}

import ipaddr from 'ipaddr.js'
import { embeddedAddresses } from './embedded.ts'

/** Ranges that a deployment may close. */
type OptionalRange = 'loopback' | 'private'

export interface EgressPolicy {
  deny: ReadonlySet<OptionalRange>
}

/** Ranges that are always closed. Errors show these names. */
const neverRanges = [
  'metadata',
  'link-local',
  'multicast',
  'broadcast',
  'documentation',
  'discard',
  'reserved',
] as const
type NeverRange = (typeof neverRanges)[number]

type Range = 'global' | NeverRange | OptionalRange

/**
 * Source: the IANA special-purpose address registries (RFC 6890 and its updates). An address that the registry does
 * not allow as a destination is always closed. An allowed one that is not globally reachable is private. The first
 * match counts, so an exception comes before the range that contains it.
 */
const specialRanges: readonly (readonly [Range, readonly string[]])[] = [
  [
    // Metadata services of clouds, which hand out credentials. Most are inside the link-local range.
    'metadata',
    [
      'fd00:ec2::254/128',
      'fd20:ce::254/128',
      'fd00:c1::a9fe:a9fe/128',
      '100.100.100.200/32',
      '168.63.129.16/32',
      '192.0.0.192/32',
    ],
  ],
  [
    'global',
    [
      // PCP and TURN anycast (RFC 7723, RFC 8155), DNS-SD (RFC 9665), AMT, AS112, ORCHIDv2, drone tags.
      '192.0.0.9/32',
      '192.0.0.10/32',
      '2001:1::1/128',
      '2001:1::2/128',
      '2001:1::3/128',
      '2001:3::/32',
      '2001:4:112::/48',
      '2001:20::/28',
      '2001:30::/28',
      // Teredo: the IPv4 addresses inside decide.
      '2001::/32',
    ],
  ],
  // A connection to the unspecified address reaches the machine itself on Linux.
  ['loopback', ['0.0.0.0/32', '127.0.0.0/8', '::/128', '::1/128']],
  ['link-local', ['169.254.0.0/16', 'fe80::/10']],
  ['multicast', ['224.0.0.0/4', 'ff00::/8']],
  ['broadcast', ['255.255.255.255/32']],
  ['documentation', ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20']],
  // RFC 6666; RFC 9780 for the dummy prefix.
  ['discard', ['100::/64', '100:0:0:1::/64']],
  [
    'private',
    [
      '10.0.0.0/8',
      '172.16.0.0/12',
      '192.168.0.0/16',
      // Carrier-grade NAT (RFC 6598), DS-Lite (RFC 7335), benchmarks (RFC 2544, RFC 5180).
      '100.64.0.0/10',
      '192.0.0.0/29',
      '198.18.0.0/15',
      '2001:2::/48',
      // Unique local, site-local (deprecated by RFC 3879), segment routing (RFC 9602), NAT64 of a site (RFC 8215).
      'fc00::/7',
      'fec0::/10',
      '5f00::/16',
      '64:ff9b:1::/48',
    ],
  ],
  // 192.88.99.0/24 belonged to 6to4 relays (RFC 7526), 2001:10::/28 to ORCHID (RFC 4843).
  ['reserved', ['0.0.0.0/8', '192.0.0.0/24', '192.88.99.0/24', '240.0.0.0/4', '2001::/23']],
]

const rangeList = specialRanges.flatMap(([range, networks]) =>
  networks.map((network) => ({ range, network: ipaddr.parseCIDR(network) })),
)

/** The special range of an address. @returns undefined for an ordinary address */
function rangeOf(address: ipaddr.IPv4 | ipaddr.IPv6): Range | undefined {
  // `match` accepts only an address of the same family.
  return rangeList.find(
    ({ network: [base, bits] }) => base.kind() === address.kind() && address.match(base, bits),
  )?.range
}

function isNever(range: Range): range is NeverRange {
  return neverRanges.some((never) => never === range)
}

function isOptional(range: Range): range is OptionalRange {
  return range === 'loopback' || range === 'private'
}

/**
 * Decides whether the policy allows a connection to an address. An IPv6 address that contains IPv4 addresses needs
 * permission for each of them, because a gateway or the kernel may send packets there.
 * @param text an IPv4 or IPv6 address; it may have a zone such as %eth0
 * @returns undefined if allowed, otherwise the reason
 */
export function refusalOf(text: string, policy: EgressPolicy): string | undefined {
  const bare = text.split('%')[0] ?? ''
  if (!ipaddr.isValid(bare)) return `${text} is not an address`
  const address = ipaddr.parse(bare)
  const ranges = [address, ...embeddedAddresses(address)].flatMap((candidate) => rangeOf(candidate) ?? [])
  const never = ranges.find(isNever)
  if (never !== undefined) return `${text} is a ${never} address, which is never connected to`
  const denied = ranges.filter(isOptional).find((range) => policy.deny.has(range))
  if (denied !== undefined) return `${text} is a ${denied} address, which this deployment does not connect to`
  return undefined
}

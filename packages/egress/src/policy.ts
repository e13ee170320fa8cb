import ipaddr from 'ipaddr.js'

/** Ranges that a deployment may close. Link-local, metadata and multicast addresses are closed always. */
type OptionalRange = 'loopback' | 'private'

export interface EgressPolicy {
  deny: ReadonlySet<OptionalRange>
}

/** Metadata services that live outside the link-local ranges. */
const metadataAddresses = new Set([
  'fd00:ec2::254',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
])

const alwaysDenied: ReadonlyMap<string, string> = new Map([
  ['linkLocal', 'link-local'],
  ['multicast', 'multicast'],
  ['broadcast', 'broadcast'],
])

const rangeKinds: ReadonlyMap<string, OptionalRange> = new Map([
  ['loopback', 'loopback'],
  // An unspecified address reaches the machine itself on Linux.
  ['unspecified', 'loopback'],
  ['private', 'private'],
  ['uniqueLocal', 'private'],
  ['carrierGradeNat', 'private'],
])

/** The IPv4 address inside an address that only wraps one (mapped, NAT64, 6to4), else the address itself. */
function unwrap(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (!(address instanceof ipaddr.IPv6)) return address
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  const bytes = address.toByteArray()
  const range = address.range()
  if (range === 'rfc6052') return new ipaddr.IPv4(bytes.slice(12))
  if (range === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6))
  return address
}

/**
 * Judges an address.
 * @param text an IPv4 or IPv6 address, a zone such as %eth0 allowed
 * @returns undefined when it may be connected to, else why not
 */
export function judge(text: string, policy: EgressPolicy): string | undefined {
  const bare = text.split('%')[0] ?? ''
  if (!ipaddr.isValid(bare)) return `${text} is not an address`
  const address = unwrap(ipaddr.parse(bare))
  const normal = address.toNormalizedString()
  if (metadataAddresses.has(address.toString()) || metadataAddresses.has(normal))
    return `${text} is a metadata address, which is never connected to`
  const range = address.range()
  const never = alwaysDenied.get(range)
  if (never !== undefined) return `${text} is a ${never} address, which is never connected to`
  const kind = rangeKinds.get(range)
  if (kind !== undefined && policy.deny.has(kind))
    return `${text} is a ${kind} address, which this deployment does not connect to`
  return undefined
}

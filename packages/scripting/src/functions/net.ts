import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { ScriptFailure } from '../failure.ts'
import { define } from './definition.ts'
import { integer, text } from './take.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An address of IPv4 within IPv6 counts as the one of IPv4. */
function addressIn(value: string): Address | undefined {
  return isIP(value) === 0 || value.includes('%') ? undefined : ipaddr.process(value)
}

function address(value: unknown): Address {
  const read = addressIn(text(value))
  if (read === undefined)
    throw new ScriptFailure(
      'arguments',
      `${JSON.stringify(value)} is not an IP address; write it as 10.0.0.1 or 2001:db8::1`,
    )
  return read
}

interface Network {
  /** The address as written, which may have bits beyond the prefix. */
  address: Address
  length: number
  /** 32 or 128. */
  bits: number
  /** The first address as a number. */
  first: bigint
}

function networkIn(value: string): Network | undefined {
  const [written = '', length = '', ...rest] = value.split('/')
  const read = isIP(written) === 0 ? undefined : ipaddr.parse(written)
  const bits = read?.kind() === 'ipv4' ? 32 : 128
  if (read === undefined || rest.length > 0 || !/^\d{1,3}$/.test(length) || Number(length) > bits)
    return undefined
  const free = BigInt(bits - Number(length))
  return { address: read, length: Number(length), bits, first: (numberOf(read) >> free) << free }
}

function network(value: unknown): Network {
  const read = networkIn(text(value))
  if (read === undefined)
    throw new ScriptFailure('arguments', `${JSON.stringify(value)} is not a network; write it as 10.0.0.0/8`)
  return read
}

function numberOf(value: Address): bigint {
  return value.toByteArray().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}

function addressOf(value: bigint, bits: number): Address {
  const bytes = Array.from({ length: bits / 8 }, (_, index) =>
    Number((value >> BigInt(bits - 8 * (index + 1))) & 255n),
  )
  return ipaddr.fromByteArray(bytes)
}

function written(value: Address): string {
  return value instanceof ipaddr.IPv6 ? value.toRFC5952String() : value.toString()
}

/** As many subnets as a list may sensibly have. */
const MOST_SUBNETS = 4_096

/** One subnet after the other within a network, each of the given length. */
function subnets(value: Network, lengths: readonly number[]): string[] {
  const end = value.first + (1n << BigInt(value.bits - value.length))
  let next = value.first
  return lengths.map((length) => {
    if (length < value.length || length > value.bits)
      throw new ScriptFailure('arguments', `no subnet of /${value.length} has the length /${length}`)
    const size = 1n << BigInt(value.bits - length)
    const from = ((next + size - 1n) / size) * size
    next = from + size
    if (next > end) throw new ScriptFailure('arguments', `the subnets do not fit into /${value.length}`)
    return `${written(addressOf(from, value.bits))}/${length}`
  })
}

export const netFunctions = [
  define(
    'net.IsValidIP(text: string): bool',
    'Whether a text is an address of IPv4 or IPv6.',
    {
      cel: ['net.IsValidIP("10.0.0.256")', 'false'],
      template: ['{{ net.IsValidIP "2001:db8::1" }}', 'true'],
    },
    ([value]) => addressIn(text(value)) !== undefined,
    { also: ['isIP'] },
  ),
  define(
    'net.ContainsCIDR(network: string, address: string): bool',
    'Whether a network contains an address; false for texts that are neither.',
    {
      cel: ['net.ContainsCIDR("10.0.0.0/8", "10.1.2.3")', 'true'],
      template: ['{{ net.ContainsCIDR "192.168.0.0/24" "192.168.1.1" }}', 'false'],
    },
    ([block, value]) => {
      const [outer, inner] = [networkIn(text(block)), addressIn(text(value))]
      if (outer === undefined || inner === undefined || outer.address.kind() !== inner.kind()) return false
      const free = BigInt(outer.bits - outer.length)
      return numberOf(inner) >> free === outer.first >> free
    },
  ),
  define(
    'net.ParseIP(text: string): string',
    'An address in its shortest spelling; an error if it is not valid.',
    { cel: ['net.ParseIP("2001:DB8:0:0::1")', '2001:db8::1'] },
    ([value]) => written(address(value)),
  ),
  define(
    'net.ParseIPPrefix(network: string): map',
    'A network: its address (ip), length (bits), first and last address (from, to) and netmask.',
    {
      cel: ['net.ParseIPPrefix("10.1.2.3/8").from', '10.0.0.0'],
      template: ['{{ (net.ParseIPPrefix "10.0.0.0/29").to }}', '10.0.0.7'],
    },
    ([value]) => {
      const read = network(value)
      const size = 1n << BigInt(read.bits - read.length)
      return {
        ip: written(read.address),
        bits: BigInt(read.length),
        from: written(addressOf(read.first, read.bits)),
        to: written(addressOf(read.first + size - 1n, read.bits)),
        netmask: written(addressOf((1n << BigInt(read.bits)) - size, read.bits)),
      }
    },
    { also: ['net.ParsePrefix', 'net.StdParseCIDR'] },
  ),
  define(
    'net.ParseIPRange(range: string): map',
    'Two addresses with a hyphen between them: from and to.',
    { cel: ['net.ParseIPRange("10.0.0.1-10.0.0.9").to', '10.0.0.9'] },
    ([value]) => {
      const [from = '', to = '', ...rest] = text(value).split('-')
      const [first, last] = [addressIn(from.trim()), addressIn(to.trim())]
      if (first === undefined || last === undefined || rest.length > 0 || first.kind() !== last.kind())
        throw new ScriptFailure(
          'arguments',
          `${JSON.stringify(value)} is not a range; write it as 10.0.0.1-10.0.0.9`,
        )
      return { from: written(first), to: written(last) }
    },
    { also: ['net.ParseRange'] },
  ),
  define(
    'net.CIDRHost(number: int, network: string): string',
    'The address with a number within a network; a negative number counts from the end.',
    {
      cel: ['net.CIDRHost(16, "10.12.127.0/20")', '10.12.112.16'],
      template: ['{{ "10.12.127.0/20" | net.CIDRHost -2 }}', '10.12.127.254'],
    },
    ([index, block]) => {
      const read = network(block)
      const size = 1n << BigInt(read.bits - read.length)
      const wanted = BigInt(integer(index))
      const at = wanted < 0n ? size + wanted : wanted
      if (at < 0n || at >= size)
        throw new ScriptFailure('arguments', `a network of /${read.length} has no address ${wanted}`)
      return written(addressOf(read.first + at, read.bits))
    },
    { also: ['net.CidrHost'] },
  ),
  define(
    'net.CIDRNetmask(network: string): string',
    'The netmask of a network.',
    { cel: ['net.CIDRNetmask("10.0.0.0/12")', '255.240.0.0'] },
    ([block]) => {
      const { bits, length } = network(block)
      return written(addressOf((1n << BigInt(bits)) - (1n << BigInt(bits - length)), bits))
    },
    { also: ['net.CidrNetmask'] },
  ),
  define(
    'net.CIDRSubnets(bits: int, network: string): list',
    'All subnets of a network whose prefix is longer by so many bits, 12 at most.',
    { cel: ['net.CIDRSubnets(1, "10.0.0.0/8")', '[10.0.0.0/9 10.128.0.0/9]'] },
    ([more, block]) => {
      const read = network(block)
      const count = integer(more)
      if (count < 1 || 2 ** count > MOST_SUBNETS)
        throw new ScriptFailure('arguments', `expected 1 to 12 bits, got ${count}`)
      return subnets(
        read,
        Array.from({ length: 2 ** count }, () => read.length + count),
      )
    },
    { also: ['net.CidrSubnets'] },
  ),
  define(
    'net.CIDRSubnetSizes(...sizes: any): list',
    'Subnets of a network, one after the other: prefixes are longer by each number; the network comes last.',
    {
      cel: ['net.CIDRSubnetSizes(4, 8, "10.0.0.0/8")', '[10.0.0.0/12 10.16.0.0/16]'],
      template: ['{{ net.CIDRSubnetSizes 1 2 "10.0.0.0/8" }}', '[10.0.0.0/9 10.128.0.0/10]'],
    },
    (values) => {
      const read = network(values.at(-1))
      if (values.length > MOST_SUBNETS) throw new ScriptFailure('arguments', 'too many subnets')
      return subnets(
        read,
        values.slice(0, -1).map((value) => read.length + integer(value)),
      )
    },
    { also: ['net.CidrSubnetSizes'] },
  ),
  define(
    'net.LookupIP(name: string): string',
    'Refused, as are the other lookups: scripts make no connections. A DNS check looks names up.',
    {
      cel: ['true || net.LookupIP("example.com") == ""', 'true'],
      template: ['{{ if false }}{{ net.LookupIP "example.com" }}{{ end }}none', 'none'],
    },
    () => {
      throw new ScriptFailure('evaluation', 'scripts make no connections; use a DNS check to look names up')
    },
    {
      also: ['net.LookupIPs', 'net.LookupCNAME', 'net.LookupSRV', 'net.LookupSRVs', 'net.LookupTXT'],
    },
  ),
]

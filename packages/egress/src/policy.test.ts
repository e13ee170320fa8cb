import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusalOf } from './policy.ts'

const open = { deny: new Set<never>() }
const closed = { deny: new Set(['loopback', 'private'] as const) }

/** Addresses by what policy says of them; the second word is the one in the error. */
const table: readonly (readonly [string, 'open' | 'loopback' | 'private' | 'never', string?])[] = [
  // Ordinary addresses.
  ['8.8.8.8', 'open'],
  ['93.184.216.34', 'open'],
  ['172.15.255.255', 'open'],
  ['172.32.0.1', 'open'],
  ['100.128.0.1', 'open'],
  ['192.0.0.9', 'open'],
  ['192.0.0.10', 'open'],
  ['198.17.255.255', 'open'],
  ['198.20.0.1', 'open'],
  ['223.255.255.255', 'open'],
  ['2606:4700::1111', 'open'],
  ['2001:4860:4860::8888', 'open'],
  ['2001:1::1', 'open'],
  ['2001:4:112::1', 'open'],
  ['2001:20::1', 'open'],
  ['::ffff:8.8.8.8', 'open'],
  ['::8.8.8.8', 'open'],
  ['64:ff9b::8.8.8.8', 'open'],
  ['2002:808:808::1', 'open'],
  // This machine.
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['0.0.0.0', 'loopback'],
  ['::', 'loopback'],
  ['::1', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['::127.0.0.1', 'loopback'],
  ['::7f00:1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['::ffff:0:127.0.0.1', 'loopback'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['2002:7f00:1::', 'loopback'],
  ['2001:0:808:808::80ff:fffe', 'loopback'],
  ['2606:4700::5efe:127.0.0.1', 'loopback'],
  ['::1%lo', 'loopback'],
  // Networks that are not the Internet.
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'private'],
  ['192.0.0.1', 'private'],
  ['198.18.0.1', 'private'],
  ['198.19.255.255', 'private'],
  ['fd12::1', 'private'],
  ['fc00::1', 'private'],
  ['fec0::1', 'private'],
  ['feff::1', 'private'],
  ['5f00::1', 'private'],
  ['2001:2::1', 'private'],
  ['64:ff9b:1::8.8.8.8', 'private'],
  ['::10.0.0.1', 'private'],
  ['::ffff:10.0.0.1', 'private'],
  ['::ffff:0:192.168.0.1', 'private'],
  ['64:ff9b::c0a8:1', 'private'],
  ['2002:c0a8:1::1', 'private'],
  ['2001:0:808:808::f5ff:fffe', 'private'],
  ['2001:0:a00:1::f7f7:f7f7', 'private'],
  ['2606:4700::200:5efe:10.0.0.1', 'private'],
  // Never.
  ['169.254.169.254', 'never', 'link-local'],
  ['169.254.0.1', 'never', 'link-local'],
  ['fe80::1', 'never', 'link-local'],
  ['fe80::1%eth0', 'never', 'link-local'],
  ['febf::1', 'never', 'link-local'],
  ['::169.254.169.254', 'never', 'link-local'],
  ['::ffff:169.254.169.254', 'never', 'link-local'],
  ['::ffff:a9fe:a9fe', 'never', 'link-local'],
  ['::ffff:0:169.254.169.254', 'never', 'link-local'],
  ['64:ff9b::a9fe:a9fe', 'never', 'link-local'],
  ['64:ff9b:1::a9fe:a9fe', 'never', 'link-local'],
  ['64:ff9b:1:a9fe:a9:fe00::', 'never', 'link-local'],
  ['64:ff9b:1:a9:fe:a9fe::', 'never', 'link-local'],
  ['64:ff9b:1:0:a9:fe01:200::', 'never', 'link-local'],
  ['2002:a9fe:a9fe::1', 'never', 'link-local'],
  ['2001:0:a9fe:a9fe::f7f7:f7f7', 'never', 'link-local'],
  ['2001:0:808:808::5601:5601', 'never', 'link-local'],
  ['2606:4700::5efe:a9fe:a9fe', 'never', 'link-local'],
  ['fd00:ec2::254', 'never', 'metadata'],
  ['fd20:ce::254', 'never', 'metadata'],
  ['fd00:c1::a9fe:a9fe', 'never', 'metadata'],
  ['100.100.100.200', 'never', 'metadata'],
  ['168.63.129.16', 'never', 'metadata'],
  ['192.0.0.192', 'never', 'metadata'],
  ['::100.100.100.200', 'never', 'metadata'],
  ['2002:a83f:8110::', 'never', 'metadata'],
  ['224.0.0.1', 'never', 'multicast'],
  ['239.255.255.255', 'never', 'multicast'],
  ['ff02::1', 'never', 'multicast'],
  ['::ffff:224.0.0.1', 'never', 'multicast'],
  ['255.255.255.255', 'never', 'broadcast'],
  ['::255.255.255.255', 'never', 'broadcast'],
  ['0.0.0.1', 'never', 'reserved'],
  ['0.255.255.255', 'never', 'reserved'],
  ['::2', 'never', 'reserved'],
  ['192.0.0.8', 'never', 'reserved'],
  ['192.0.0.170', 'never', 'reserved'],
  ['192.88.99.1', 'never', 'reserved'],
  ['240.0.0.1', 'never', 'reserved'],
  ['255.255.255.254', 'never', 'reserved'],
  ['2001:100::1', 'never', 'reserved'],
  ['2001:10::1', 'never', 'reserved'],
  ['192.0.2.1', 'never', 'documentation'],
  ['198.51.100.1', 'never', 'documentation'],
  ['203.0.113.1', 'never', 'documentation'],
  ['2001:db8::1', 'never', 'documentation'],
  ['3fff::1', 'never', 'documentation'],
  ['3fff:fff::1', 'never', 'documentation'],
  ['100::1', 'never', 'discard'],
  ['100:0:0:1::1', 'never', 'discard'],
]

function severity(address: string): number {
  if (refusalOf(address, open) !== undefined) return 2
  return refusalOf(address, closed) === undefined ? 0 : 1
}

describe('refusalOf', () => {
  /** What policy says in a word: `open`, or the word of the error, and whether that holds in every deployment. */
  function verdict(address: string): { word: string; always: boolean } {
    const whenOpen = refusalOf(address, open)
    const refusal = whenOpen ?? refusalOf(address, closed) ?? ' is a open address'
    return { word: / is a (\S+) address/.exec(refusal)?.[1] ?? refusal, always: whenOpen !== undefined }
  }

  const expected = table.map(([address, category, word = category]) => [address, category, word] as const)
  test.each(expected)('%s is %s (%s)', (address, category, word) => {
    expect(verdict(address)).toEqual({ word, always: category === 'never' })
  })

  test('an IPv6 address that carries an IPv4 address is refused like the IPv4 address', () => {
    fc.assert(
      fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)), ([a, b, c, d]) => {
        const hex = (...bytes: number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
        const [high, low] = [hex(a, b), hex(c, d)]
        const [notHigh, notLow] = [hex(255 - a, 255 - b), hex(255 - c, 255 - d)]
        const plain = severity(`${a}.${b}.${c}.${d}`)
        const forms = [
          `::ffff:${a}.${b}.${c}.${d}`,
          `::ffff:${high}:${low}`,
          `::ffff:0:${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `64:ff9b:1::${high}:${low}`,
          `2002:${high}:${low}::1`,
          `2001:0:${high}:${low}::f7f7:f7f7`,
          `2001:0:808:808::${notHigh}:${notLow}`,
          `2606:4700::5efe:${high}:${low}`,
          `2606:4700::200:5efe:${high}:${low}`,
          // ::0.0.0.0 and ::0.0.0.1 are :: and ::1.
          ...(a + b + c > 0 || d > 1 ? [`::${high}:${low}`] : []),
          // The other layouts have zeros where an address that begins with zero would say nothing.
          ...(a > 0
            ? [
                `64:ff9b:1:${high}:${hex(0, c)}:${hex(d, 0)}::`,
                `64:ff9b:1:${hex(0, a)}:${hex(0, b)}:${low}::`,
                `64:ff9b:1:0:${hex(0, a)}:${hex(b, c)}:${hex(d, 0)}:0`,
              ]
            : []),
        ]
        expect(forms.filter((form) => severity(form) < plain)).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  test('a form that only wraps an IPv4 address is open like the IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const forms = [`::ffff:${address}`, `64:ff9b::${address}`, `::ffff:0:${address}`]
        expect(forms.map(severity)).toEqual(forms.map(() => severity(address)))
      }),
    )
  })

  test('what is no address is refused', () => {
    expect(refusalOf('localhost', open)).toContain('not an address')
  })
})

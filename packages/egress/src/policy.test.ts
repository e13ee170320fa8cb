import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge } from './policy.ts'

const open = { deny: new Set<never>() }
const closed = { deny: new Set(['loopback', 'private'] as const) }

describe('judge', () => {
  test.each([
    '169.254.169.254',
    '169.254.0.1',
    'fe80::1',
    'fe80::1%eth0',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    'fd00:ec2::254',
    '100.100.100.200',
    '168.63.129.16',
    'fd20:ce::254',
    '192.0.0.192',
    'fd00:c1::a9fe:a9fe',
    '224.0.0.1',
    'ff02::1',
    '255.255.255.255',
  ])('%s is never connected to', (address) => {
    expect(judge(address, open)).toContain('never')
  })

  test.each([
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    '192.168.1.1',
    '172.16.0.1',
    'fd12::1',
    '100.64.0.1',
    '8.8.8.8',
    '2606:4700::1111',
  ])('%s is open by default', (address) => {
    expect(judge(address, open)).toBeUndefined()
  })

  test.each(['127.0.0.1', '127.8.8.8', '0.0.0.0', '::', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1'])(
    '%s is loopback, which a deployment may close',
    (address) => {
      expect(judge(address, closed)).toContain('loopback')
    },
  )

  test.each(['10.1.2.3', '192.168.1.1', '172.31.255.255', 'fd12::1', '100.64.0.1', '::ffff:10.0.0.1'])(
    '%s is private, which a deployment may close',
    (address) => {
      expect(judge(address, closed)).toContain('private')
    },
  )

  test('an IPv4 address is judged alike in every way to wrap it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
        const plain = judge(address, closed) === undefined
        for (const wrapped of [`::ffff:${address}`, `::ffff:${hex}`, `64:ff9b::${hex}`, `2002:${hex}::`])
          expect(judge(wrapped, closed) === undefined).toBe(plain)
      }),
    )
  })

  test('what is no address is refused', () => {
    expect(judge('localhost', open)).toContain('not an address')
  })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHostFiles, parseHosts, parseSearchRules, searchCandidates } from './hosts.ts'

test('a hosts file maps names to addresses in its order', () => {
  const hosts = parseHosts(
    '127.0.0.1 localhost\n# comment\n10.0.0.5 Shop shop.example # front\n::1 localhost\nnonsense x\n',
  )
  expect(hosts.get('localhost')).toEqual(['127.0.0.1', '::1'])
  expect(hosts.get('shop')).toEqual(['10.0.0.5'])
  expect(hosts.has('x')).toBe(false)
})

test('search rules are read from a resolver file', () => {
  expect(
    parseSearchRules('nameserver 1.1.1.1\nsearch a.example b.example\noptions timeout:1 ndots:5\n'),
  ).toEqual({
    domains: ['a.example', 'b.example'],
    dots: 5,
  })
})

test.each([
  ['shop', ['shop.svc.local', 'shop']],
  ['shop.a.b', ['shop.a.b', 'shop.a.b.svc.local']],
  ['shop.', ['shop']],
])('%s is asked for as %o', (name, expected) => {
  expect(searchCandidates(name, { domains: ['svc.local'], dots: 2 })).toEqual(expected)
})

test('a changed hosts file is read again, and localhost needs none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hosts-'))
  const path = join(folder, 'hosts')
  const files = createHostFiles(path, join(folder, 'resolv.conf'))
  expect(await files.addressesOf('localhost')).toEqual(['127.0.0.1', '::1'])
  expect(await files.addressesOf('shop')).toEqual([])
  await writeFile(path, '10.0.0.7 shop\n')
  expect(await files.addressesOf('shop')).toEqual(['10.0.0.7'])
  await rm(folder, { recursive: true })
})

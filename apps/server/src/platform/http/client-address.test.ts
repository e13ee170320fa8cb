import { expect, test } from 'vitest'
import { createClientAddress } from './client-address.ts'

const clientAddress = createClientAddress(['loopback', '10.0.0.0/8', '2001:db8::7'])

test.each([
  ['the socket alone', '192.0.2.1', undefined, '192.0.2.1'],
  ['a header that no proxy of ours wrote', '192.0.2.1', '198.51.100.9', '192.0.2.1'],
  ['one proxy', '127.0.0.1', '198.51.100.9', '198.51.100.9'],
  ['a mapped socket', '::ffff:127.0.0.1', '198.51.100.9', '198.51.100.9'],
  ['two proxies', '::1', '198.51.100.9, 10.1.2.3', '198.51.100.9'],
  ['what the client made up in front', '127.0.0.1', '203.0.113.5, 198.51.100.9', '198.51.100.9'],
  ['a proxy with an IPv6 address', '2001:db8::7', '2001:db8::99', '2001:db8::99'],
  ['nonsense in the header', '127.0.0.1', 'unknown', '127.0.0.1'],
  ['nothing at all', undefined, undefined, ''],
])('%s', (_name, socket, forwarded, expected) => {
  expect(clientAddress(socket, forwarded)).toBe(expected)
})

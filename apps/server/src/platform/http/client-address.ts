import { BlockList, isIP } from 'node:net'

/** Which address a request came from. */
export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | undefined) => string

const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * Which addresses are proxies of the operator.
 * @param trusted addresses, networks such as 10.0.0.0/8, and `loopback`
 */
export function createProxyList(trusted: readonly string[]): (address: string) => boolean {
  const proxies = new BlockList()
  for (const entry of trusted.flatMap((name) => (name === 'loopback' ? ['127.0.0.0/8', '::1'] : [name]))) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(prefix), family)
  }
  return (given) => {
    const address = plain(given)
    const family = isIP(address)
    return family > 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

// Not proxy-addr 2: it gives what stands in the header as the address, also where that is none.
/**
 * Looks through proxies: each adds the address that it was asked from to X-Forwarded-For, so the last one that no
 * trusted proxy has is the client's. What stands before it anybody could have written.
 * @param trusted addresses, networks such as 10.0.0.0/8, and `loopback`
 */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
  const isProxy = createProxyList(trusted)
  return (socketAddress, forwardedFor) => {
    let address = plain(socketAddress ?? '')
    for (const before of (forwardedFor ?? '').split(',').map(plain).toReversed()) {
      if (!isProxy(address) || isIP(before) === 0) break
      address = before
    }
    return address
  }
}

import { BlockList, isIP } from 'node:net'

/** Finds the network address of the client of a request. */
export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | undefined) => string

const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * Creates the list of trusted proxies.
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

// Not proxy-addr 2: it returns the header's text as the address, even if that is not an address.
/**
 * Finds the client behind trusted proxies. Each proxy appends the address of its client to X-Forwarded-For, so the last
 * address that is not a trusted proxy is the client. Anybody could have written the addresses before it.
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

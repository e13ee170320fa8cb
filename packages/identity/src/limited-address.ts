/**
 * Returns the address that limits are counted for. Of IPv6 it is the first 64 bits, because one network has countless
 * addresses.
 */
export function limitedAddress(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0] ?? ''
  if (!bare.includes(':')) return bare
  const [head = '', tail] = bare.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

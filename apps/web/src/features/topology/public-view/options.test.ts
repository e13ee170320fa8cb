import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

const read = (address: string) => readOptions(new URL(address, 'https://example.com'))

test('takes component, key, size and theme from the address [VIEW-002]', () => {
  expect(read('/view/topology/42?size=small&theme=dark#key=a-b_c')).toEqual({
    id: '42',
    key: 'a-b_c',
    width: 198,
    theme: 'dark',
  })
  expect(read('/view/topology/42?size=medium').width).toBe(258)
  expect(read('/view/topology/42?size=large').width).toBe(356)
  expect(read('/view/topology/42?size=extra_large').width).toBe(554)
})

test('does without what the address does not say, or says wrongly', () => {
  for (const address of ['/view/topology/42', '/view/topology/42?size=toString&theme=pink#x'])
    expect(read(address)).toEqual({ id: '42', key: '', width: 356, theme: 'system' })
})

test('reads no key from the query, which servers and proxies log', () => {
  expect(read('/view/topology/42?key=abc').key).toBe('')
})

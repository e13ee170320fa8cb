import { expect, test } from 'vitest'
import { ownPath } from './own-address.ts'

const origin = 'https://binnacle.example'

test('an address of this product is a path, however it was written', () => {
  expect(ownPath('/health?query=a#b', origin)).toBe('/health?query=a#b')
  expect(ownPath('https://binnacle.example/profile-settings?flow=1', origin)).toBe('/profile-settings?flow=1')
})

test.each([
  'https://evil.example/health',
  '//evil.example/health',
  '/\\evil.example',
  'http://binnacle.example/',
  'javascript:alert(1)',
  'https://binnacle.example@evil.example/',
  'https://[',
])('%s is none of this product', (target) => {
  expect(ownPath(target, origin)).toBeUndefined()
})

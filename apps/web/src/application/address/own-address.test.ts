import { expect, test } from 'vitest'
import { ownPath, signInPath } from './own-address.ts'

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
])('%s is no address of this product', (target) => {
  expect(ownPath(target, origin)).toBeUndefined()
})

test('a page of the sign-in is a path, also under another origin of the product', () => {
  expect(signInPath('http://localhost:8080/login?aal=aal2#a', origin)).toBe('/login?aal=aal2#a')
  expect(signInPath('/second-factor?flow=1', origin)).toBe('/second-factor?flow=1')
  expect(signInPath('https://binnacle.example/health', origin)).toBe('/health')
  for (const target of ['https://provider.example/oauth?x=1', 'javascript:/login', 'https://['])
    expect(signInPath(target, origin)).toBeUndefined()
})

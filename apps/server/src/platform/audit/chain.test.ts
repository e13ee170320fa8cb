import { digest } from '@binnacle/identity'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecrets } from '../secrets.ts'
import { createChain, linkDigest, START } from './chain.ts'

const chain = createChain(createSecrets('a secret key for tests, long enough'))
const other = createChain(createSecrets('another secret key, long enough too'))

const content = digest('content')

test('a seal is made of its row, its number and the seal before it', () => {
  const first = chain.seal(START, 'a', content)
  expect(first.number).toBe(1)
  expect(chain.seal(START, 'a', content)).toEqual(first)
  for (const changed of [
    chain.seal(START, 'b', content),
    chain.seal(START, 'a', digest('other content')),
    chain.seal({ ...START, number: 1 }, 'a', content),
    chain.seal(first, 'a', content),
  ])
    expect(changed.digest.equals(first.digest)).toBe(false)
})

test('anyone can compute a digest, and nobody the HMAC without the key', () => {
  const seal = chain.seal(START, 'a', content)
  expect(linkDigest(START, 'a', seal.content).equals(seal.digest)).toBe(true)
  expect(chain.isOurs(seal)).toBe(true)
  expect(other.isOurs(seal)).toBe(false)
  expect(other.keyId).not.toBe(chain.keyId)
  const anchor = chain.anchor(seal, 'row')
  expect(chain.isOurAnchor(anchor)).toBe(true)
  expect(other.isOurAnchor(anchor)).toBe(false)
  expect(chain.isOurAnchor({ ...anchor, before: 'later row' })).toBe(false)
  // An anchor is no seal, and a seal no anchor.
  expect(chain.isOurs(anchor)).toBe(false)
})

const sealOf = ([rowId, text]: readonly [string, string]) => chain.seal(START, rowId, digest(text))

test('different rows never have the same seal', () => {
  fc.assert(
    fc.property(fc.tuple(fc.string(), fc.string()), fc.tuple(fc.string(), fc.string()), (left, right) => {
      const same = left[0] === right[0] && left[1] === right[1]
      expect(sealOf(left).digest.equals(sealOf(right).digest)).toBe(same)
    }),
  )
})

import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzyMatch } from './fuzzy.ts'

const score = (query: string, text: string): number =>
  fuzzyMatch(query, text)?.score ?? Number.NEGATIVE_INFINITY

describe('fuzzyMatch', () => {
  it('finds letters in order, whatever lies between them and however they are written', () => {
    expect(fuzzyMatch('chk', 'Checkout API')?.positions).toEqual([0, 1, 4])
    expect(fuzzyMatch('API', 'checkout-api')?.positions).toEqual([9, 10, 11])
    expect(fuzzyMatch('ipa', 'checkout-api')).toBeUndefined()
  })

  it('prefers starts of words, runs of letters, and beginnings', () => {
    expect(score('gh', 'Go to Health')).toBeGreaterThan(score('gh', 'Lights'))
    expect(score('health', 'Health')).toBeGreaterThan(score('health', 'Hide earlier alarms that hang'))
    expect(score('api', 'api-gateway')).toBeGreaterThan(score('api', 'checkout-api'))
    expect(fuzzyMatch('ch', 'Search checks')?.positions).toEqual([7, 8])
  })

  it('leaves out texts that hold the letters only by chance', () => {
    expect(fuzzyMatch('pay', 'primary resolver')).toBeUndefined()
    expect(fuzzyMatch('hlth', 'Health')).toBeDefined()
  })

  it('matches every text with itself and with nothing', () => {
    assert(
      property(string({ unit: 'grapheme-ascii' }), (text) => {
        expect(fuzzyMatch(text, text)).toBeDefined()
        expect(fuzzyMatch('', text)?.positions).toEqual([])
      }),
    )
  })
})

import { createRedactor } from '@binnacle/contract/redact'
import { growthOf, MOST_GROWTH } from '@binnacle/contract/testing'
import { expect, test } from 'vitest'
import { pageProblem } from '@binnacle/clients/http/fetch'
import { readFileAddress } from './file/address.ts'
import { nextLink } from './githubActions/run.ts'
import { readProperties } from '@binnacle/clients/documents/properties'

const repeated = (piece: string, end: string) => (length: number) =>
  piece.repeat(Math.ceil(length / piece.length)) + end

const titleOf = (text: string) =>
  pageProblem({ url: 'http://a/', status: 200, body: Buffer.from(text) }, { redact: createRedactor([]) })

test.each<[string, (length: number) => string, (text: string) => unknown]>([
  ['slashes of an address', repeated('/', 'x'), (text) => readFileAddress(`https://a//${text}`)],
  ['accounts of an address', repeated('a@', ' '), readFileAddress],
  ['titles', repeated('<title ', ''), titleOf],
  ['titles without end', repeated('<title>', ''), titleOf],
  ['links', repeated('<a>;', ''), nextLink],
  ['links without relation', repeated('<', ''), nextLink],
  ['blanks before a comment', repeated(' ', 'x'), (text) => readProperties(`a=b${text}`)],
  ['comments', repeated(' #', '\r\n'), (text) => readProperties(`a=b${text}`)],
])('takes time that is linear in a text: %s', (_, textOf, work) => {
  expect(growthOf(textOf, work, 400_000)).toBeLessThanOrEqual(MOST_GROWTH)
})

test.each([
  ['<https://a/?page=2>; rel="next", <https://a/?page=9>; rel="last"', 'https://a/?page=2'],
  ['<https://a/?page=1>; rel="prev", <https://a/?q=a,b>; title=x; rel=next', 'https://a/?q=a,b'],
  ['<https://a/>; rel="nextish"', undefined],
])('finds the next page in %s', (header, next) => {
  expect(nextLink(header)).toBe(next)
})

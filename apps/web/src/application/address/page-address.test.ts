import { choiceParameter, defineFilters } from '@binnacle/ui'
import { expect, test } from 'vitest'
import { entryAddress, noSearch, pageAddress } from './page-address.ts'

const tabs = defineFilters({ tab: choiceParameter(['spec', 'members'] as const, 'spec') })

test('a page without parameters is its path', () => {
  expect(pageAddress('/docs', noSearch).to()).toBe('/docs')
})

test('parameters that are not their defaults stand in the address', () => {
  const page = pageAddress('/list', tabs)
  expect([page.to(), page.to({ tab: 'spec' }), page.to({ tab: 'members' })]).toEqual([
    '/list',
    '/list',
    '/list?tab=members',
  ])
})

test('an id is the last part of the path, whatever is in it', () => {
  expect(entryAddress('/teams/$id', tabs).to('a/b ?$&', { tab: 'members' })).toBe(
    '/teams/a%2Fb%20%3F%24%26?tab=members',
  )
})

test('what an address says is read by the same codec', () => {
  const { search } = entryAddress('/teams/$id', tabs)
  expect(search.parse(new URLSearchParams('tab=nothing'))).toEqual({ tab: 'spec' })
})

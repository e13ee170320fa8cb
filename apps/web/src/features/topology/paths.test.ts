import { expect, test } from 'vitest'
import { ancestorsOf, componentHref, rootHref } from './paths.ts'

test('a link to a component keeps the other parameters and names the component it leaves [TOP-004]', () => {
  const search = new URLSearchParams('status=unhealthy&refererId=old&labels=app%3Dshop%3A1')
  expect(componentHref('b', search, 'a')).toBe(
    '/topology/b?status=unhealthy&labels=app%3Dshop%3A1&refererId=a',
  )
  // From the page of all components there is nothing to go back to but that page.
  expect(componentHref('b', search)).toBe('/topology/b?status=unhealthy&labels=app%3Dshop%3A1')
  expect(componentHref('b', new URLSearchParams('refererId=a'), 'b')).toBe('/topology/b')
  expect(rootHref(search)).toBe('/topology?status=unhealthy&labels=app%3Dshop%3A1')
  expect(search.get('refererId')).toBe('old')
})

test('a dotted path names the ancestors, the root first', () => {
  expect(ancestorsOf('a.b.c')).toEqual(['a', 'b', 'c'])
  expect(ancestorsOf('')).toEqual([])
})

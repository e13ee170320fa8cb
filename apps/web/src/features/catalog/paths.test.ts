import { expect, test } from 'vitest'
import { catalogHref, configHref } from './paths.ts'

test('each tab of the catalog has an address [CAT-002]', () => {
  expect(catalogHref('catalog')).toBe('/catalog')
  expect(catalogHref('changes')).toBe('/catalog/changes')
  expect(catalogHref('insights', new URLSearchParams({ configType: 'Kubernetes::Pod' }))).toBe(
    '/catalog/insights?configType=Kubernetes%3A%3APod',
  )
})

test('each tab of an item has an address [CAT-019]', () => {
  expect(configHref('1')).toBe('/catalog/1')
  expect(configHref('1', 'config')).toBe('/catalog/1')
  expect(configHref('1', 'relationships')).toBe('/catalog/1/relationships')
})

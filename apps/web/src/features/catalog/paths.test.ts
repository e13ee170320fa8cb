import { expect, test } from 'vitest'
import { catalogHref, configHref, placeOf } from './paths.ts'

test('each tab of the catalog has an address [CAT-002]', () => {
  expect(catalogHref('catalog')).toBe('/catalog')
  expect(catalogHref('changes')).toBe('/catalog/changes')
  expect(catalogHref('insights', new URLSearchParams({ configType: 'Kubernetes::Pod' }))).toBe(
    '/catalog/insights?configType=Kubernetes%3A%3APod',
  )
  expect(placeOf('/catalog/')).toEqual({ kind: 'all', tab: 'catalog' })
  expect(placeOf('/catalog/scrapers/7')).toEqual({ kind: 'scraper', id: '7' })
  expect(placeOf('/catalog/changes/7')).toEqual({ kind: 'nowhere' })
  expect(placeOf('/catalog/insights')).toEqual({ kind: 'all', tab: 'insights' })
})

test('each tab of an item has an address [CAT-019]', () => {
  expect(configHref('1')).toBe('/catalog/1')
  expect(configHref('1', 'relationships')).toBe('/catalog/1/relationships')
  expect(placeOf('/catalog/1')).toEqual({ kind: 'config', id: '1', tab: 'config' })
  expect(placeOf('/catalog/1/changes')).toEqual({ kind: 'config', id: '1', tab: 'changes' })
  expect(placeOf('/catalog/1/edit')).toEqual({ kind: 'edit', id: '1' })
  expect(placeOf('/catalog/new')).toEqual({ kind: 'new' })
  expect(placeOf('/catalog/1/config')).toEqual({ kind: 'nowhere' })
  expect(placeOf('/catalog/1/changes/2')).toEqual({ kind: 'nowhere' })
})

import { Boxes } from 'lucide-react'
import { describe, expect, test } from 'vitest'
import type { Page } from '../pages/pages.ts'
import { addPathOf, type ResourceKind, kindPages } from './kind.ts'

const area = {
  table: 'teams',
  resourceType: 'topology',
  title: 'Topologies',
  singular: 'Topology',
  icon: Boxes,
  keys: 'g t',
  keywords: [],
  access: 'topologies',
  feature: 'settings.topology',
  topics: ['topologies'],
  add: { label: 'Add topology', keywords: ['new'] },
} as const satisfies ResourceKind
const never = () => Promise.reject(new Error('loaded before it is shown'))
const [list, item]: readonly Page[] = kindPages(area, { list: never, item: never })

describe('one definition of a resource table', () => {
  test('gives its list in the settings and the page of a row, for those who may read', () => {
    expect(list).toMatchObject({ path: '/settings/teams', place: 'settings' })
    expect(item).toMatchObject({ path: '/settings/teams/$id', place: 'nowhere' })
    for (const page of [list, item])
      expect(page).toMatchObject({
        access: { resource: 'topologies', action: 'read' },
        feature: 'settings.topology',
      })
  })

  test('offers to add a row to those who may write, over the list or on its own page', () => {
    expect(list?.actions).toEqual([
      {
        label: 'Add topology',
        href: '/settings/teams?add=true',
        access: { resource: 'topologies', action: 'write' },
        keywords: ['new'],
      },
    ])
    expect(addPathOf({ ...area, add: { ...area.add, href: '/settings/teams/new' } })).toBe(
      '/settings/teams/new',
    )
  })

  test('puts it among the areas, at a path of its own', () => {
    const [ownList, ownItem]: readonly Page[] = kindPages(
      { ...area, place: 'area', path: '/topology' },
      { list: never, item: never },
    )
    expect(ownList).toMatchObject({ path: '/topology', place: 'area' })
    expect(ownList?.actions?.[0]?.href).toBe('/topology?add=true')
    expect(ownItem).toMatchObject({ path: '/topology/$id', parent: '/topology', place: 'nowhere' })
  })

  test('follows the runs of its rows', () => {
    expect(item?.topics).toEqual(['topologies', 'job_history'])
    expect(list?.topics).toEqual(['topologies', 'job_history'])
  })
})

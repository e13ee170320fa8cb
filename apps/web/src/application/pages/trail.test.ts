import { Boxes } from 'lucide-react'
import { expect, test } from 'vitest'
import type { Page } from './pages.ts'
import { trailOf } from './trail.ts'

const page = (path: Page['path'], changes: Partial<Page> = {}): Page => ({
  path,
  title: path,
  icon: Boxes,
  place: 'nowhere',
  access: 'signed-in',
  load: () => Promise.reject(new Error('loaded before it is shown')),
  ...changes,
})

test('the breadcrumbs of a page are the pages above it, those of the settings below Settings [SHELL-046]', () => {
  const teams = page('/settings/teams', { title: 'Teams', place: 'settings' })
  const team = page('/settings/teams/$id', { parent: '/settings/teams' })
  const catalog = page('/catalog', { title: 'Catalog', place: 'area' })
  const changes = page('/catalog/changes', { parent: '/catalog' })
  const pages = [teams, team, catalog, changes]
  expect(trailOf(catalog, pages)).toEqual([])
  expect(trailOf(changes, pages)).toEqual([{ label: 'Catalog', href: '/catalog' }])
  expect(trailOf(teams, pages)).toEqual([{ label: 'Settings' }])
  expect(trailOf(team, pages)).toEqual([{ label: 'Settings' }, { label: 'Teams', href: '/settings/teams' }])
  // A page above that the registry does not have leads nowhere.
  expect(trailOf(team, [team])).toEqual([])
})

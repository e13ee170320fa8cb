import { readFileSync } from 'node:fs'
import { type Feature, type Role, roles } from '@binnacle/contract/access'
import type { Href } from '@binnacle/ui'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { pages } from './registry.ts'
import { isAddress } from '../application/pages/addresses.ts'
import { navigationOf, type Page, pageState } from '../application/pages/pages.ts'

const nothingOff: ReadonlySet<Feature> = new Set()
const titles = (list: readonly Page[]) => list.map(({ title }) => title)
const seenBy = (heldRoles: readonly Role[], disabled = nothingOff) =>
  navigationOf(pages, { roles: heldRoles, disabled })
const stateOf = (path: string, heldRoles: readonly Role[], disabled = nothingOff) => {
  const page = pages.find((candidate) => candidate.path === path)
  return page === undefined ? 'missing' : pageState(page, { roles: heldRoles, disabled })
}

describe('the navigation', () => {
  test('has the settings in the order of their names [SHELL-018]', () => {
    const { settings } = seenBy(['admin'])
    expect(titles(settings)).toEqual([
      'Audit Log',
      'Catalog Fields',
      'Catalog Scrapers',
      'Change Feeds',
      'Connections',
      'Event Queue',
      'Feature Flags',
      'Health Checks',
      'Jobs History',
      'Log Backends',
      'Notification Rules',
      'Teams',
      'Topologies',
      'Users',
      'Watchdog',
    ])
  })

  test('hides what the roles may not read [RBAC-021]', () => {
    for (const role of roles)
      expect(titles(seenBy([role, 'responder']).settings).includes('Users')).toBe(
        role === 'admin' || role === 'editor',
      )
  })

  test('has no settings for viewers, whatever they may read, but for those who are more than that [RBAC-022]', () => {
    expect(seenBy(['viewer']).settings).toEqual([])
    expect(seenBy([]).settings).toEqual([])
    expect(titles(seenBy(['viewer', 'admin']).settings)).toContain('Users')
  })

  test('hides what is switched off [FLAG-003]', () => {
    const { settings } = seenBy(['admin'], new Set<Feature>(['settings.teams']))
    expect(titles(settings)).toEqual([
      'Audit Log',
      'Catalog Fields',
      'Catalog Scrapers',
      'Change Feeds',
      'Connections',
      'Event Queue',
      'Feature Flags',
      'Health Checks',
      'Jobs History',
      'Log Backends',
      'Notification Rules',
      'Topologies',
      'Users',
      'Watchdog',
    ])
    const areas = titles(seenBy(['admin'], new Set<Feature>(['health', 'config'])).areas)
    expect(areas.slice(0, 4)).toEqual(['Topology', 'Logs', 'Notifications', 'On call'])
    expect(areas).not.toContain('Health')
    expect(areas).not.toContain('Catalog')
    const off = new Set<Feature>(['settings.notifications'])
    const others = titles(seenBy(['admin'], off).areas)
    expect(others.slice(0, 4)).toEqual(['Topology', 'Health', 'Catalog', 'Logs'])
    expect(others).not.toContain('Notifications')
    expect(titles(seenBy(['admin'], off).settings)).not.toContain('Notification Rules')
  })
})

describe('a page', () => {
  test('of users needs read on identities [RBAC-029]', () => {
    expect(roles.filter((role) => stateOf('/settings/users', [role]) === 'open')).toEqual(['admin', 'editor'])
  })

  test('of notifications needs read on notifications, and the generic address of its table leads there [NOT-001, NOT-005, SET-010]', () => {
    for (const path of ['/notifications', '/notifications/rules'])
      expect(roles.filter((role) => stateOf(path, [role]) === 'open')).toEqual([...roles])
    const rules = pages.find(({ path }) => path === '/notifications/rules')
    expect(rules?.aliases).toContainEqual({ path: '/settings/notifications' })
    expect(rules?.aliases).toContainEqual({ path: '/settings/notifications/$id', parameter: 'id' })
  })

  test('of the audit log is for administrators alone', () => {
    expect(roles.filter((role) => stateOf('/settings/audit', [role]) === 'open')).toEqual(['admin'])
  })

  test('is denied before it is switched off, so that nobody learns of what they may not see', () => {
    const off = new Set<Feature>(['settings.users'])
    expect(stateOf('/settings/users', ['viewer'], off)).toBe('denied')
    expect(stateOf('/settings/users', ['admin'], off)).toBe('off')
  })

  test('of flags is kept for who may change them, and hidden all the same', () => {
    const off = new Set<Feature>(['settings.feature_flags'])
    expect(stateOf('/settings/feature-flags', ['admin'], off)).toBe('kept')
    expect(stateOf('/settings/feature-flags', ['responder'], off)).toBe('off')
    const { settings } = navigationOf(pages, { roles: ['admin'], disabled: off })
    expect(settings.map(({ path }) => path)).not.toContain('/settings/feature-flags')
  })

  test('is guarded by one resource and one action, or is for everyone who is signed in [RBAC-008]', () => {
    for (const { access } of pages)
      expect(access === 'signed-in' || ['read', 'write', 'run'].includes(access.action)).toBe(true)
  })

  test('has an address and keys that no other page has', () => {
    const paths = pages.flatMap(({ path, aliases = [] }) => [path, ...aliases.map((alias) => alias.path)])
    expect(new Set(paths).size).toBe(paths.length)
    const keys = pages.flatMap((page) => (page.keys === undefined ? [] : [page.keys]))
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('an address', () => {
  test('is the path of a page, with parameters of any kind, and nothing else', () => {
    expectTypeOf<'/settings/teams'>().toExtend<Href>()
    expectTypeOf<`/settings/teams/${string}?tab=spec`>().toExtend<Href>()
    expectTypeOf<'/health?checkId=1'>().toExtend<Href>()
    expectTypeOf<'/settings/nothing'>().not.toExtend<Href>()
    expectTypeOf<'/settings/users/1'>().not.toExtend<Href>()
    expectTypeOf<'https://example.com/health'>().not.toExtend<Href>()
    expectTypeOf<string>().not.toExtend<Href>()
    expect(isAddress('/health?query=a')).toBe(true)
    for (const text of ['', 'health', '//evil.example/', 'https://evil.example/', 'javascript:alert(1)'])
      expect(isAddress(text)).toBe(false)
  })

  test('of each page is opened by a browser test, with parameters that are not valid', () => {
    // Read as text, because the application imports nothing of its browser tests.
    const listed = readFileSync(new URL('../../../../e2e/support/page-paths.ts', import.meta.url), 'utf8')
    const paths = [...listed.matchAll(/^ {2}'([^']+)',$/gm)].map(([, path]) => path)
    expect(pages.map(({ path }) => path).toSorted()).toEqual(paths)
  })
})

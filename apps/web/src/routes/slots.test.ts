import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import type { SlotFills } from '../application/slots/types.ts'
import { fullCatalog, ITEM } from '../application/testing/answers.ts'
import { aProperty, renderPage, type Rendering, renderStory, textOf } from '../application/testing/render.tsx'
import { ConfigPage } from '../features/catalog/config/config-page.tsx'
import { AlertPage } from '../features/notifications/alerts/alert-page.tsx'
import { fillAlert } from '../features/notifications/alerts/testing.ts'
import { PanelSections } from '../features/topology/panel/component-panel.tsx'
import { testComponent } from '../features/topology/testing.ts'
import { loadSlots } from './registry.ts'

const incidents = {
  id: 'incidents',
  label: 'Incidents',
  order: 30,
  access: { resource: 'identities', action: 'read' },
  feature: 'health',
} as const
const idOf = ({ subject }: { subject: { id: string } }) => `Incidents of ${subject.id}`

const linkTo = () => '/topology' as const

/** What an area adds that none of the pages knows. */
const slots: readonly SlotFills[] = [
  {
    'item.tabs': [{ ...incidents, Content: idOf }],
    'item.badges': [{ ...incidents, shows: ({ health }) => health !== 'healthy', Content: idOf }],
    'component.sections': [{ ...incidents, Content: idOf }],
    'alert.sections': [{ ...incidents, Content: idOf }],
  },
]

/** Shows the page of an item, with what areas add. */
async function showItem(changes: Partial<Rendering> = {}, tab = 'incidents'): Promise<string> {
  return renderStory(
    ConfigPage,
    { path: `/catalog/${ITEM}/${tab}`, pattern: '/catalog/$id/{-$tab}', slots, ...changes },
    ({ pathname }) => Response.json(fullCatalog[pathname]?.body ?? []),
  )
}

describe('a new area', () => {
  test('adds a tab with an address and a badge to the page of an item', async () => {
    const html = await showItem()
    expect(html).toContain(`href="/catalog/${ITEM}/incidents"`)
    expect(textOf(html).split(`Incidents of ${ITEM}`)).toHaveLength(3)
    expect(textOf(html)).toMatch(/Config.*Changes.*Insights.*Incidents.*Relationships.*Impact/)
  })

  test('shows nothing to those who may not see it, or while it is switched off', async () => {
    expect(textOf(await showItem({}, 'nothing'))).toContain('Details not found')
    for (const changes of [{ roles: [] }, { properties: [aProperty('health.disable', 'true')] }]) {
      expect(textOf(await showItem(changes))).toContain('Details not found')
      const text = textOf(await showItem(changes, 'impact'))
      expect(text).toContain('What depends on it')
      expect(text).not.toContain('Incidents')
    }
  })

  test('adds a section to the panel of a component, at its place', async () => {
    const shown = testComponent('c')
    const html = await renderPage(
      () =>
        createElement(PanelSections, {
          component: shown,
          linkTo,
          open: 'incidents',
          onOpen: () => undefined,
        }),
      {
        path: '/topology',
        slots: [...slots, ...(await loadSlots())],
      },
    )
    expect(textOf(html)).toMatch(
      /Details.*Catalog.*Incidents Incidents of \S+.*Changes.*Checks.*Teams.*Insights/,
    )
  })

  test('is left out where its code cannot be loaded, and the page stays', async () => {
    const broken = (): never => {
      throw new Error('its code is gone')
    }
    const text = textOf(
      await showItem({ slots: [{ 'item.badges': [{ ...incidents, Content: broken }] }] }, 'impact'),
    )
    expect(text).toContain('orders-db')
    expect(text).toContain('What depends on it')
  })

  test('adds a section to the page of an alert', async () => {
    const alert = fillAlert({})
    const html = await renderPage(AlertPage, { ...alert, pattern: '/notifications/alerts/$id', slots })
    expect(textOf(html)).toMatch(/Incidents.*Incidents of/)
  })
})

test('the additions to a slot have ids and places that no other one has', async () => {
  const fills = await loadSlots()
  const all = fills.flatMap((area) =>
    Object.entries(area).flatMap(([slot, additions]) =>
      additions.map(({ id, order }) => ({ slot, id, order })),
    ),
  )
  expect(all.length).toBeGreaterThan(10)
  expect(new Set(all.map(({ slot, id }) => `${slot} ${id}`)).size).toBe(all.length)
  expect(new Set(all.map(({ slot, order }) => `${slot} ${order}`)).size).toBe(all.length)
})

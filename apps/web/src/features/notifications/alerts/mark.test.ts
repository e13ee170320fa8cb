import type { QueryClient } from '@tanstack/react-query'
import { HealthCell } from '@binnacle/ui'
import { createElement, type FunctionComponent } from 'react'
import { describe, expect, test } from 'vitest'
import { inMinutes } from '../../../application/testing/instants.ts'
import { renderPage, textOf } from '../../../application/testing/render.tsx'
import { AlertCell } from './mark-later.tsx'
import { AlertMark, cellMarkOf } from './mark.tsx'
import { type Mark, markQuery } from './mark-queries.ts'
import { someId } from './testing.ts'
import { WaitingCount } from './waiting-count.tsx'
import { myAlertsQuery } from './mine.ts'

const id = someId()
const alert: Mark = {
  id: someId(),
  resource_id: id,
  state: 'open',
  severity: 'high',
  acknowledged_name: null,
  acknowledged_until: null,
  snoozed_until: null,
  snoozed_name: null,
}

const render = (page: FunctionComponent, fill: (queries: QueryClient) => void) =>
  renderPage(page, { path: '/health', fill })
const filled = (mark: Mark | null) => (queries: QueryClient) =>
  queries.setQueryData(markQuery('check', id).queryKey, mark)

describe('the open alert of a resource', () => {
  const badge = () => createElement(AlertMark, { kind: 'check', id, as: 'badge', otherwise: 'none' })

  test('is a link to its page that says what becomes of it', async () => {
    const html = await render(badge, filled(alert))
    expect(html).toContain(`href="/notifications/alerts/${alert.id}"`)
    expect(textOf(html)).toContain('Not acknowledged')
  })

  test('looks unlike one that waits when somebody takes care of it', async () => {
    const look = async (changes: Partial<Mark>) => {
      const html = await render(badge, filled({ ...alert, ...changes }))
      return { text: textOf(html).trim(), icon: /lucide-[\w-]+/.exec(html)?.[0] }
    }
    const open = await look({})
    const taken = await look({ state: 'acknowledged', acknowledged_name: 'Ann' })
    const snoozed = await look({ state: 'snoozed', snoozed_until: inMinutes(60) })
    expect(new Set([open.icon, taken.icon, snoozed.icon]).size).toBe(3)
    expect(taken.text).toBe('Acknowledged by Ann')
    expect(snoozed.text).toMatch(/^Snoozed until \d\d:\d\d$/)
  })

  test('leaves its place to something else where there is none, or it is over', async () => {
    expect(await render(badge, filled(null))).toBe('none')
    expect(await render(badge, filled({ ...alert, state: 'over' }))).toBe('none')
  })
})

describe('the cell of a check', () => {
  test('says its open alert beside what else is to know, in one link', async () => {
    const silenced = { icon: createElement('i'), text: 'Silenced until 14:30' }
    const acknowledged = cellMarkOf({ state: 'acknowledged', text: 'Acknowledged by Ann' })
    const html = await render(
      () =>
        createElement(HealthCell, {
          name: 'shop',
          state: 'unhealthy',
          message: 'no answer',
          href: '/health',
          marks: [acknowledged, silenced],
        }),
      filled(null),
    )
    expect(textOf(html)).toContain('shop, Unhealthy: no answer. Acknowledged by Ann. Silenced until 14:30')
    expect(html.match(/<a /g)).toHaveLength(1)
  })

  test('has its link while the code of the mark is loaded', async () => {
    const html = await render(
      () => createElement(AlertCell, { id, cell: { name: 'shop', state: 'unhealthy', href: '/health' } }),
      filled(null),
    )
    expect(html.match(/<a /g)).toHaveLength(1)
  })
})

describe('the count beside the bell', () => {
  const shown = async (mine: { count: number; critical: number } | null) =>
    textOf(await render(WaitingCount, (queries) => queries.setQueryData(myAlertsQuery.queryKey, mine))).trim()

  test('is missing where nothing waits, or the person may not see alerts', async () => {
    expect(await shown(null)).toBe('')
    expect(await shown({ count: 0, critical: 0 })).toBe('')
  })

  test('says how many wait, and stays short', async () => {
    expect(await shown({ count: 7, critical: 2 })).toBe(
      '7 alerts of yours are not acknowledged, 2 critical 7',
    )
    expect(await shown({ count: 1_500, critical: 0 })).toMatch(/^1,500 alerts .* 99\+$/)
  })
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PagesProvider } from '../../../application/pages/open-pages.ts'
import { propertiesQuery } from '../../../application/session/flags.ts'
import { sessionQuery } from '../../../application/session/session.ts'
import { componentHref } from '../paths.ts'
import { testComponent } from '../testing.ts'
import { type CardProps, ComponentCard } from './card.tsx'

const queries = new QueryClient()
queries.setQueryData(propertiesQuery.queryKey, [])
queries.setQueryData(sessionQuery.queryKey, {
  id: 'a',
  name: 'Ada',
  email: 'ada@example.com',
  roles: ['admin'],
  version: '1',
  unhealthyChecks: 0,
  waitingAlerts: null,
  blindness: null,
  may: () => true,
})

/** The text of a card, a line for each element. */
function textOf(component: CardProps['component'], more: Partial<CardProps> = {}): string {
  return htmlOf(component, more)
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll(/\n+/g, '\n')
}

function htmlOf(component: CardProps['component'], more: Partial<CardProps> = {}): string {
  const card = createElement(ComponentCard, {
    component,
    width: 554,
    linkTo: (id: string) => componentHref(id),
    agents: new Map(),
    end: 0,
    ...more,
  })
  const inPages = createElement(PagesProvider, { value: [] }, card)
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: queries }, inPages))
}

test('a card shows a component with its health, and its name leads to it [TOP-001, TOP-032]', () => {
  const component = testComponent('web', { text: 'Web shop', status: 'Progressing', status_reason: '1 of 3' })
  expect(textOf(component)).toMatch(/Web shop\n1 of 3\nHealthy\nProgressing\n/)
  expect(htmlOf(component)).toContain(`href="/topology/${component.id}"`)
})

test('a card shows the first label and how many more there are [TOP-019]', () => {
  const one = textOf(testComponent('web', { labels: { app: 'shop' } }))
  expect(one).toContain('app: \nshop')
  expect(one).not.toContain('more')
  const many = textOf(testComponent('web', { namespace: 'prod', labels: { app: 'shop', tier: 'web' } }))
  expect(many).toContain('+2 more')
})

test('a card shows five properties and offers the others [TOP-018]', () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `p${index}`, text: `v${index}` }))
  expect(textOf(testComponent('web', { properties: named(5) }))).not.toContain('show')
  const seven = textOf(testComponent('web', { properties: named(7) }))
  expect(seven).toContain('v4')
  expect(seven).not.toContain('v5')
  expect(seven).toContain('show 2 more')
})

test('a card is colored by health: unhealthy red, warning orange, unknown gray, everything else green [TOP-043]', () => {
  const toneOf = (health: CardProps['component']['health']) =>
    /text-(\w+)-fill/.exec(htmlOf(testComponent('web', { health })))?.[1]
  expect((['unhealthy', 'warning', 'unknown', 'healthy'] as const).map(toneOf)).toEqual([
    'unhealthy',
    'warning',
    'unknown',
    'healthy',
  ])
  // The edge stands out where something is wrong; that of a healthy card is like its other sides.
  const edgeOf = (health: CardProps['component']['health']) =>
    /\bborder-t-(?!\d)[\w-]+/.exec(htmlOf(testComponent('web', { health })))?.[0]
  expect((['unhealthy', 'warning', 'unknown', 'healthy'] as const).map(edgeOf)).toEqual([
    'border-t-unhealthy-fill',
    'border-t-warning-fill',
    'border-t-line-strong',
    'border-t-line',
  ])
})

test('a card that is not healthy says why: the way down to what failed, and what it says', () => {
  const cause = {
    kind: 'check' as const,
    id: 'c1',
    name: 'tcp',
    health: 'unhealthy' as const,
    message: 'connection refused',
    since: null,
    path: [
      { id: 'a', name: 'web' },
      { id: 'b', name: 'database' },
    ],
  }
  const text = textOf(testComponent('web', { health: 'unhealthy', cause }))
  expect(text).toMatch(/database\n›\nCheck\ntcp\nconnection refused/)
  // A healthy component has nothing to explain.
  expect(textOf(testComponent('web', { cause }))).not.toContain('connection refused')
})

test('a component at risk is drawn apart from one that is unhealthy', () => {
  const html = htmlOf(testComponent('web', { at_risk: true }))
  expect(html).toContain('At risk')
  expect(html).toContain('data-health="healthy"')
  expect(html).toContain('border-dashed')
})

test('a card says why once, also if a component is its own cause', () => {
  const component = testComponent('a', { health: 'unhealthy', status_reason: 'disk full' })
  const cause = {
    kind: 'component' as const,
    id: component.id,
    name: 'a',
    health: 'unhealthy' as const,
    message: 'disk full',
    since: null,
    path: [{ id: component.id, name: 'a' }],
  }
  const times = (text: string) => text.split('disk full').length - 1
  expect(times(textOf({ ...component, cause }))).toBe(1)
  expect(textOf({ ...component, cause: { ...cause, message: 'no memory' } })).toContain('no memory')
  expect(textOf({ ...component, cause: { ...cause, kind: 'check', id: 'b' } })).toContain('Check')
})

import { expect, test } from 'vitest'
import { testComponent } from '../testing.ts'
import { summaryLines } from './summary-lines.ts'

const none = testComponent('none').summary
const linkTo = (id: string, parameters: Readonly<Record<string, string>> = {}) =>
  `/topology/${id}?${new URLSearchParams(parameters)}`

test('counts lead to what they count: insights, checks, incidents and components [TOP-021, TOP-034, HLT-031]', () => {
  const child = testComponent('api', { summary: { ...none, healthy: 3, unhealthy: 1 } })
  const component = testComponent('shop', {
    components: [child],
    summary: {
      ...none,
      checks: { healthy: 4, unhealthy: 2, warning: 1, unknown: 1 },
      incidents: { availability: { high: 1 } },
      insights: { technical_debt: { low: 3, critical: 1, info: 0 } },
    },
  })
  const lines = summaryLines(component, linkTo).map(({ label, chips }) => [
    label,
    chips.map(({ count, href }) => [count, href]),
  ])
  expect(lines).toEqual([
    [
      'Technical debt',
      [
        [1, `/catalog/insights?component=${component.id}&type=technical_debt&severity=critical`],
        [3, `/catalog/insights?component=${component.id}&type=technical_debt&severity=low`],
      ],
    ],
    [
      'Health Checks',
      [
        [2, '/health?status=unhealthy'],
        [1, '/health?status=warning'],
        [1, '/health?status=unknown'],
        [4, '/health?status=healthy'],
      ],
    ],
    ['Availability', [[1, `/incidents?type=availability&component=${component.id}&severity=high`]]],
    [
      'api',
      [
        [1, `/topology/${child.id}?status=unhealthy`],
        [3, `/topology/${child.id}?status=healthy`],
      ],
    ],
  ])
})

test('a card counts what is low as medium, and its link asks for both [FMT-012]', () => {
  const insightsOf = (counts: Readonly<Record<string, number>>) => {
    const component = testComponent('shop', { summary: { ...none, insights: { cost: counts } } })
    const [line] = summaryLines(component, linkTo)
    return line?.chips.map(({ state, count, href, title }) => [
      state,
      count,
      new URL(href, 'http://here').searchParams.get('severity'),
      title,
    ])
  }
  expect(insightsOf({ low: 3, high: 1, medium: 2 })).toEqual([
    ['high', 1, 'high', 'Cost: high'],
    ['medium', 5, 'medium,low', 'Cost: medium and low'],
  ])
  expect(insightsOf({ low: 3 })).toEqual([['medium', 3, 'low', 'Cost: low']])
})

test('the components on a card are in the order unhealthy, warning, unknown, healthy [TOP-038, TOP-039]', () => {
  const components = (['healthy', 'unknown', 'unhealthy', 'warning'] as const).map((health) =>
    testComponent(health, { health }),
  )
  const lines = summaryLines(testComponent('shop', { components }), linkTo)
  expect(lines.map(({ label }) => label)).toEqual(['unhealthy', 'warning', 'unknown', 'healthy'])
})

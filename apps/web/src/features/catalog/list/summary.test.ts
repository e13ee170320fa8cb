import { expect, test } from 'vitest'
import { classOf, filtersOf, groupsOf, linesOf } from './summary.ts'
import type { SummaryRow } from './queries.ts'

const row = (type: string, count: number, more: Partial<SummaryRow> = {}): SummaryRow => ({
  type,
  count,
  health: { healthy: count },
  analysis: {},
  changes: 1,
  created_at: null,
  updated_at: null,
  cost_total_30d: 2,
  ...more,
})
const rows = [row('Kubernetes::Pod', 3), row('AWS::EC2', 1), row('Kubernetes::Node', 2), row('Bare', 1)]

test('types are listed below the part of their name before the colons [CAT-010][CAT-012][CAT-041]', () => {
  const lines = linesOf(rows, 'config_class,type', new Set())
  expect(lines.map(({ group, name }) => [group, name])).toEqual([
    ['AWS', 'AWS::EC2'],
    ['Bare', 'Bare'],
    ['Kubernetes', 'Kubernetes::Node'],
    ['Kubernetes', 'Kubernetes::Pod'],
  ])
  expect(groupsOf(lines, new Set())).toContainEqual({
    id: 'Kubernetes',
    count: 5,
    health: { healthy: 5 },
    analysis: {},
    changes: 2,
    cost: 4,
  })
  expect(classOf('Bare')).toBe('Bare')
})

test('pinned types come first, and so do their groups [CAT-012]', () => {
  const favorites = new Set(['Kubernetes::Pod'])
  const lines = linesOf(rows, 'config_class,type', favorites)
  expect(groupsOf(lines, favorites).map(({ id }) => id)).toEqual(['Kubernetes', 'AWS', 'Bare'])
  expect(lines.filter(({ group }) => group === 'Kubernetes').map(({ name }) => name)).toEqual([
    'Kubernetes::Pod',
    'Kubernetes::Node',
  ])
})

test('a line by a tag leads to the list with that tag', () => {
  const lines = linesOf(
    [row('Kubernetes::Pod', 1, { namespace: 'shop' }), row('Kubernetes::Pod', 1)],
    'namespace__tag,type',
    new Set(),
  )
  expect(lines.map(({ group }) => group)).toEqual(['No namespace', 'shop'])
  expect(lines.map(filtersOf)).toEqual([
    { type: 'Kubernetes::Pod', tags: [] },
    { type: 'Kubernetes::Pod', tags: [['namespace', 'shop']] },
  ])
})

test('a line without a type among its levels leads to all types, and is not one of them', () => {
  const of = (groupBy: string) =>
    linesOf([row('Kubernetes::Pod', 5, { cluster: 'prod', status: 'Running' })], groupBy, new Set()).map(
      filtersOf,
    )
  expect(of('cluster__tag')).toEqual([{ type: undefined, tags: [['cluster', 'prod']] }])
  expect(of('status')).toEqual([{ type: undefined, tags: [] }])
  expect(of('config_class')).toEqual([{ type: 'Kubernetes*', tags: [] }])
})

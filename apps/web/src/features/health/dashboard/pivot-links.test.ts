import { expect, test } from 'vitest'
import { dashboardFilters, type DashboardValues } from './filters.ts'
import { cellHref, columnHref } from './pivot-links.ts'

/** Where a cell leads from an address, as the parameters that then differ from the defaults. */
function place(address: string, pivotBy: string) {
  const values = dashboardFilters.parse(new URLSearchParams(address))
  const href = (changes: Partial<DashboardValues>) =>
    `/health?${decodeURIComponent(dashboardFilters.serialize({ ...values, ...changes }).toString())}` as const
  return { dashboard: { values, href }, pivotBy }
}

const row = (name: string | null, key: string) => ({ key, name, cells: [] })
const cell = (column: string | null, check: string | null = null) => ({
  column,
  check,
  counts: { healthy: 1, unhealthy: 1, unknown: 0 },
  uptime: { passed: 1, failed: 1 },
  latency: 1,
})

test('a cell leads to the list of what it counts, whatever its health, with the filters there are', () => {
  const from = place(
    'pivotBy=label&pivotLabel=tier&status=unhealthy&query=page&labels=team%3Dweb%3A1',
    'label:tier',
  )
  expect(cellHref(row('shop', 'ID'), cell('edge'), from)).toBe(
    '/health?query=page&hidePassing=false&labels=team=web:1,tier=edge:1&group=ID',
  )
})

test('a column that is filtered by already is narrowed to the one value', () => {
  const from = place('pivotBy=label&pivotLabel=tier&labels=tier%3Dweb%3A1%2Ctier%3Dedge%3A1', 'label:tier')
  expect(columnHref('web', from)).toBe('/health?hidePassing=false&labels=tier=web:1')
})

test('a cell of one check opens it, and leaves the table as it is', () => {
  const from = place('pivotBy=agent', 'agent')
  expect(cellHref(row('shop', 'ID'), cell('local', 'CHECK'), from)).toBe(
    '/health?pivotBy=agent&checkId=CHECK',
  )
})

test('namespaces and agents are tabs; one that is open already by a label becomes a filter', () => {
  const inTab = place('pivotBy=agent&tabBy=label%3Atier&tab=web', 'agent')
  expect(cellHref(row('shop', 'ID'), cell('local'), inTab)).toBe(
    '/health?hidePassing=false&labels=tier=web:1&tabBy=agent&tab=local&group=ID',
  )
  expect(columnHref('prod', place('pivotBy=namespace', 'namespace'))).toBe(
    '/health?hidePassing=false&tab=prod',
  )
  expect(columnHref('prod', place('tabBy=agent&tab=local', 'namespace'))).toBeUndefined()
})

test('checks without a value are the group that has none, and no link where both are groups', () => {
  const byTeam = place('pivotBy=label&pivotLabel=tier&groupBy=label%3Ateam', 'label:tier')
  expect(cellHref(row('web', '=web'), cell(null), byTeam)).toBe(
    '/health?hidePassing=false&labels=team=web:1&groupBy=label:tier&group=-',
  )
  const byCanary = place('pivotBy=label&pivotLabel=tier', 'label:tier')
  expect(cellHref(row('shop', 'ID'), cell(null), byCanary)).toBeUndefined()
})

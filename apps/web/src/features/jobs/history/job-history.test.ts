import { jobStatuses } from '@binnacle/contract/jobs'
import { expect, test } from 'vitest'
import type { Visitor } from '../../../application/pages/pages.ts'
import { pageFilters, resourceTypes, sectionFilters, usualRange } from './filters.ts'
import { reachable } from '../../../application/pages/reachable.ts'
import { agentHref, resourceHref } from './links.ts'
import { withLines } from './queries.ts'
import { detailLabels, detailsOf, errorsOf, type JobRun } from './run.ts'
import { statusLooks } from '../../../application/resource/job-status.tsx'

const run = (changes: Partial<JobRun>): JobRun => ({
  id: '1',
  name: 'Sync',
  agent: null,
  resource_type: null,
  resource_id: null,
  resource_name: null,
  hostname: null,
  status: 'SUCCESS',
  time_start: '2026-01-01T00:00:00Z',
  duration_millis: 1,
  success_count: 0,
  error_count: 0,
  created_at: '2026-01-01T00:00:00Z',
  details: null,
  has_log: false,
  ...changes,
})

test('the address without parameters means the last two days without successful runs [JOB-004, JOB-005]', () => {
  const values = pageFilters.parse(new URLSearchParams())
  expect(usualRange).toEqual({ type: 'relative', range: 'now-2d', display: '2 days' })
  expect([...values.status]).toEqual([['SUCCESS', -1]])
  expect(pageFilters.serialize(values).toString()).toBe('')
  // A filter for all statuses differs from an address without the parameter.
  const all = pageFilters.serialize({ ...values, status: new Map() })
  expect(all.toString()).toBe('status=')
  expect(pageFilters.parse(all).status.size).toBe(0)
})

test('a page has 150 runs, the newest first [JOB-025]', () => {
  expect(pageFilters.defaults).toMatchObject({
    pageIndex: 0,
    pageSize: 150,
    sortBy: 'created_at',
    sortOrder: 'desc',
  })
})

test('runs of one thing are shown with their parameters apart from those of its page', () => {
  expect(sectionFilters.defaults.status.size).toBe(0)
  const search = new URLSearchParams('tab=jobs&query=x')
  expect(sectionFilters.serialize({ ...sectionFilters.defaults, query: 'y' }, search).toString()).toBe(
    'tab=jobs&query=x&jobs.query=y',
  )
})

test('resource types are offered as the specification names them [JOB-003]', () => {
  expect(Object.values(resourceTypes)).toEqual(['Canary', 'Topology', 'Catalog Scraper'])
})

test('each status has its color [JOB-018]', () => {
  expect(Object.keys(statusLooks)).toEqual(jobStatuses)
  expect(Object.fromEntries(jobStatuses.map((status) => [status, statusLooks[status].color]))).toMatchObject({
    RUNNING: 'yellow',
    SUCCESS: 'green',
    WARNING: 'orange',
    FAILED: 'red',
    STOPPED: 'red',
  })
})

test('resources are linked by their type [JOB-017]', () => {
  const href = (type: string) => resourceHref({ resource_type: type, resource_id: '7' })
  expect(href('canary')).toBe('/settings/canaries/7')
  expect(href('config_scraper')).toBe('/catalog/scrapers/7')
  expect(href('topology')).toBe('/settings/topologies/7')
  expect(href('catalog')).toBe('/catalog/7')
  expect(href('playbook')).toBe('/playbooks/7')
  expect(href('constructor')).toBeUndefined()
  expect(resourceHref({ resource_type: 'canary', resource_id: null })).toBeUndefined()
})

test('agents are linked where their page is, and nothing leads to a page that is not there [JOB-008]', () => {
  const href = agentHref({ id: '7' })
  expect(href).toBe('/settings/agents?id=7')
  const page = (path: string) =>
    ({ path, access: { resource: 'agents', action: 'read' }, feature: 'agents' }) as const
  const viewer: Visitor = { roles: ['viewer'], disabled: new Set() }
  expect(reachable(href, [page('/settings/agents')], viewer)).toBe(href)
  expect(reachable(href, [page('/settings/$id')], viewer)).toBe(href)
  expect(reachable(href, [page('/settings'), page('/settings/teams')], viewer)).toBeUndefined()
  expect(
    reachable(href, [page('/settings/agents')], {
      roles: ['viewer'],
      disabled: new Set(['agents'] as const),
    }),
  ).toBeUndefined()
  expect(reachable(undefined, [page('/settings/agents')], viewer)).toBeUndefined()
})

test('only details with content have a tab, and a run that goes on has a log [JOB-013]', () => {
  expect(detailsOf(run({}))).toEqual([])
  expect(detailsOf(run({ details: { errors: [], summary: {}, scrape_summary: '' } }))).toEqual([])
  expect(
    detailsOf(run({ details: { errors: ['no'], summary: { a: 1 }, scrape_summary: { b: 2 } } })).map(
      (part) => detailLabels[part],
    ),
  ).toEqual(['Errors', 'Scrape Summary', 'Reconcile Summary'])
  expect(detailsOf(run({ status: 'RUNNING' }))).toEqual(['log'])
  expect(detailsOf(run({ has_log: true }))).toEqual(['log'])
})

test('errors are a text, a list or a map [JOB-015]', () => {
  expect(errorsOf('no answer')).toEqual({ form: 'text', text: 'no answer' })
  expect(errorsOf(['a', 'b', 'a', { c: 1 }])).toEqual({
    form: 'list',
    errors: [
      { text: 'a', times: 2 },
      { text: 'b', times: 1 },
      { text: '{\n  "c": 1\n}', times: 1 },
    ],
  })
  expect(errorsOf({ pod: 'gone' })).toEqual({ form: 'map', map: { pod: 'gone' } })
})

test('a followed log keeps the lines that the server keeps', () => {
  const line = (number: number) => ({ number, created_at: '', level: 'info' as const, message: '' })
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => line(from + index))
  const kept = withLines(lines(1, 950), lines(951, 1_500))
  expect(kept).toHaveLength(1_000)
  expect(kept[99]?.number).toBe(100)
  expect(kept[100]?.number).toBe(601)
})

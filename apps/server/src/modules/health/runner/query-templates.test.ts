import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgress } from '@binnacle/egress'
import { startHttpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { contextForTest } from '@binnacle/plugin-kit/testing'
import { createScriptEngine } from '@binnacle/scripting'
import { createTaskPool } from '@binnacle/scripting/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createCommandRunner } from '../../../platform/commands/index.ts'
import { createLog } from '../../../platform/log.ts'
import type { LastResult } from '../pipeline/index.ts'
import { createCanaryParser } from '../canary-spec/canary.ts'
import { loadCheckTypes } from '../canary-spec/check-types.ts'
import { asksForLastResult } from '../canary-spec/scripts.ts'
import { runCheck } from './runner.ts'

const scripts = createScriptEngine({ now: () => systemClock.now() })
const tasks = createTaskPool()
const parser = createCanaryParser(await loadCheckTypes(), tasks)
let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startHttpServer()
  folder = await mkdtemp(join(tmpdir(), 'binnacle-templates-'))
})
afterAll(async () => {
  await server.stop()
  await scripts.close()
  await tasks.close()
  await rm(folder, { recursive: true })
})

async function checkOf(spec: Record<string, unknown>) {
  const parsed = await parser.parseSpec(spec)
  const [check] = parsed.ok ? parsed.value.checks : []
  if (check === undefined) throw new Error(JSON.stringify(parsed))
  return check
}

async function runAfter(spec: Record<string, unknown>, results?: LastResult['details']) {
  const dependencies = {
    egress: createEgress({ deny: new Set() }),
    commands: createCommandRunner({ execChecks: 'off' }),
    files: contextForTest().files,
    scripts,
    tasks,
    clock: systemClock,
    log: await createLog('silent'),
    userAgent: 'test',
  }
  const time = new Date('2026-03-01T00:00:00Z')
  const last = { state: 'healthy' as const, time, duration: 1, message: null, error: null }
  const known = results === undefined ? {} : { lastResult: { ...last, details: { results } } }
  return runCheck(
    { ...(await checkOf(spec)), secrets: [] },
    dependencies,
    new AbortController().signal,
    known,
  )
}

test('an HTTP body that is a template sees the last result, the canary and the check', async () => {
  const http = [
    {
      name: 'front',
      url: `http://127.0.0.1:${server.port}/echo`,
      method: 'POST',
      templateBody: true,
      body: 'from {{ last_result.results.max }} by {{ .check.name }}',
      test: { expr: 'content.contains("from 7 by front")' },
    },
  ]
  expect(await runAfter({ http }, { max: 7 })).toMatchObject({ state: 'healthy', error: null })
})

test('an Elasticsearch query that is a template is filled, and must come to JSON', async () => {
  const query =
    '{ "size": {{ if last_result.results.max }}{{ last_result.results.max }}{{ else }}x{{ end }} }'
  const elasticsearch = [{ name: 'a', url: `http://127.0.0.1:${server.port}/echo`, index: 'i', query }]
  expect((await runAfter({ elasticsearch }, { max: 3 }))?.error).toBe('the answer is not that of a search')
  expect(await runAfter({ elasticsearch })).toMatchObject({
    state: 'unknown',
    error: 'query: what the template gives is not JSON: { "size": x }',
  })
})

test('the filter of a folder may begin where the last result ended', async () => {
  for (const [name, day] of [
    ['old', '01'],
    ['new', '03'],
  ] as const) {
    await writeFile(join(folder, name), name)
    const changed = new Date(`2026-03-${day}T00:00:00Z`)
    await utimes(join(folder, name), changed, changed)
  }
  const since =
    '{{ if last_result.results.newest }}{{ last_result.results.newest.modified }}{{ else }}2020-01-01T00:00:00Z{{ end }}'
  const written = { folder: [{ name: 'a', path: folder, filter: { since } }] }
  expect(await runAfter(written)).toMatchObject({ message: '2 files' })
  expect(await runAfter(written, { newest: { modified: '2026-03-02T00:00:00Z' } })).toMatchObject({
    message: '1 file',
  })
  expect(await runAfter(written, { newest: { modified: 'soon' } })).toMatchObject({
    state: 'unknown',
    error: expect.stringMatching(/^filter.since: not an instant/),
  })
})

test('a query sees no variables, which are secrets that its author need not know', async () => {
  const query = '{ "size": "{{ .TOKEN }}" }'
  const env = [{ name: 'TOKEN', value: 'hunter2-secret' }]
  const url = `http://127.0.0.1:${server.port}/echo`
  const result = await runAfter({ elasticsearch: [{ name: 'a', url, index: 'i', query, env }] })
  expect(JSON.stringify(result)).not.toContain('hunter2')
})

test('a template in a query that asks for the last result has it looked up', async () => {
  const asks = async (query: string) => {
    const { spec, type } = await checkOf({ postgres: [{ name: 'a', url: 'postgres://a.example', query }] })
    return asksForLastResult(spec, type.definition.scripts?.(spec))
  }
  expect(await asks('SELECT {{ last_result.results.count }}')).toBe(true)
  expect(await asks('SELECT 1')).toBe(false)
  const wrong = await parser.parseSpec({
    postgres: [{ name: 'a', url: 'postgres://a.example', query: '{{ if }}' }],
  })
  expect(wrong).toMatchObject({ ok: false, failure: [{ path: 'postgres[0].query' }] })
})

import { createEgress } from '@binnacle/egress'
import { startHttpServer, type TestServer } from '@binnacle/plugin-kit/servers'
import { createScriptEngine } from '@binnacle/scripting'
import { createTaskPool } from '@binnacle/scripting/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createCommandRunner } from '../../../platform/commands/index.ts'
import { noFiles } from '../../../testing/files.ts'
import { createLog } from '../../../platform/log.ts'
import { createCanaryParser } from '../canary-spec/canary.ts'
import { loadCheckTypes } from '../canary-spec/check-types.ts'
import { runCheck } from './runner.ts'

const scripts = createScriptEngine({ now: () => systemClock.now() })
const tasks = createTaskPool()
const parser = createCanaryParser(await loadCheckTypes(), tasks)
let server: TestServer
beforeAll(async () => {
  server = await startHttpServer()
})
afterAll(async () => {
  await server.stop()
  await scripts.close()
  await tasks.close()
})

/** Runs an HTTP check whose answer is a text. */
async function expecting(body: string, responseJSONContent: unknown) {
  const url = `http://127.0.0.1:${server.port}/say?body=${encodeURIComponent(body)}`
  const parsed = await parser.parseSpec({ http: [{ name: 'x', url, responseJSONContent }] })
  const [check] = parsed.ok ? parsed.value.checks : []
  if (check === undefined) throw new Error(JSON.stringify(parsed))
  const dependencies = {
    egress: createEgress({ deny: new Set() }),
    commands: createCommandRunner({ execChecks: 'off' }),
    files: noFiles,
    scripts,
    tasks,
    clock: systemClock,
    log: await createLog('silent'),
    userAgent: 'test',
  }
  return runCheck({ ...check, secrets: [] }, dependencies, new AbortController().signal)
}

describe('JSON that an HTTP check expects', () => {
  test.each([
    ['{"status":"up"}', '$.status', 'up'],
    ['{"items":[{"n":5}]}', '$.items[0].n', 5],
    ['{"items":[{"n":5}]}', '.items[*].n', '5'],
    ['[{"ok":true}]', '$[0].ok', true],
    ['[{"ok":true},{"ok":false}]', '$[?@.ok == false].ok', false],
    ['"plain"', '$', 'plain'],
  ])('%s has at %s the value %j', async (body, path, value) => {
    expect(await expecting(body, { path, value })).toMatchObject({ state: 'healthy' })
  })

  test.each([
    ['{"status":"down"}', '$.status', 'up', '$.status is "down", expected "up"'],
    ['{"status":{"a":1}}', '$.status', 'up', '$.status is {"a":1}, expected "up"'],
    ['{}', '$.status', 'up', '$.status finds nothing in the body, expected "up"'],
    ['{"status":null}', '$.status', 'null', '$.status finds nothing in the body, expected "null"'],
    ['<html>', '$.status', 'up', 'the body is not JSON, so it has no $.status'],
  ])('%s has not at %s the value %j', async (body, path, value, error) => {
    expect(await expecting(body, { path, value })).toMatchObject({ state: 'unhealthy', error })
  })

  test.each([
    [{ path: '$.items[', value: 'x' }, 'http[0].responseJSONContent.path', 'unclosed bracketed selection'],
    [{ path: '$.a' }, 'http[0].responseJSONContent.value', 'This field is required'],
    [{ path: '$.a', value: null }, 'http[0].responseJSONContent.value', 'This field is required'],
    [{ path: '', value: 'x' }, 'http[0].responseJSONContent.path', 'must have at least 1 character'],
  ])('%j is refused when it is saved', async (responseJSONContent, path, message) => {
    const parsed = await parser.parseSpec({
      http: [{ name: 'x', url: 'http://a.example', responseJSONContent }],
    })
    expect(parsed).toMatchObject({
      ok: false,
      failure: [{ path, message: expect.stringContaining(message) }],
    })
  })
})

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createEgress } from '@binnacle/egress'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { createScriptEngine } from '@binnacle/scripting'
import { createTaskPool } from '@binnacle/scripting/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { systemClock } from '../../../platform/clock.ts'
import { createCommandRunner } from '../../../platform/commands/index.ts'
import { noFiles } from '../../../testing/files.ts'
import { createLog } from '../../../platform/log.ts'
import { createCanaryParser } from '../canary-spec/canary.ts'
import { loadCheckTypes } from '../canary-spec/check-types.ts'
import type { RunResult } from '../results/result.ts'
import { runCheck } from '../runner/runner.ts'

const guide = await readFile(new URL('../../../../../../docs/guide/scripts.md', import.meta.url), 'utf8')

interface Example {
  /** The canary as the guide shows it, and what the guide says of its run. */
  spec: string
  lines: string | undefined
}

/** Blocks of the guide: what the server says by path, and examples with what comes out. */
function readGuide(): { says: Map<string, string>; examples: Example[] } {
  const says = new Map<string, string>()
  const examples: Example[] = []
  for (const [, language, path = '', text = ''] of guide.matchAll(/^```(\w+) ?(\S*)\n(.*?)^```$/gms)) {
    const last = examples.at(-1)
    if (language === 'json') says.set(path, text)
    else if (language === 'yaml') examples.push({ spec: text, lines: undefined })
    else if (language === 'text' && last !== undefined) last.lines = text.trim()
  }
  return { says, examples }
}

const { says, examples } = readGuide()
const tasks = createTaskPool()
const scripts = createScriptEngine({ now: () => systemClock.now() })
let target: TestServer
beforeAll(async () => {
  const server = createServer((request, response) => {
    const body = says.get(request.url ?? '')
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body)
  })
  target = await listen(server, 0)
})
afterAll(async () => {
  await target.stop()
  await scripts.close()
  await tasks.close()
})

async function runExample(spec: string): Promise<string[]> {
  const written: unknown = parse(spec.replaceAll('127.0.0.1:8080', `127.0.0.1:${target.port}`))
  const parsed = await createCanaryParser(await loadCheckTypes(), tasks).parseSpec(written)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure))
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
  const line = (name: string, { state, error, message }: RunResult) =>
    `${state} ${name}: ${error ?? message ?? ''}`
  const lines: string[] = []
  for (const check of parsed.value.checks) {
    const run = await runCheck({ ...check, secrets: [] }, dependencies, new AbortController().signal)
    if (run === undefined) continue
    lines.push(line(check.spec.name, run))
    for (const { name, result } of run.transformed ?? []) lines.push(line(name, result))
  }
  return lines
}

test.each(examples.filter(({ lines }) => lines !== undefined))(
  'the guide says what happens: $lines',
  async ({ spec, lines }) => {
    expect(await runExample(spec)).toEqual(lines?.split('\n'))
  },
)

test('every example of the guide can be saved', async () => {
  const parser = createCanaryParser(await loadCheckTypes(), tasks)
  expect(examples.length).toBeGreaterThan(8)
  for (const { spec } of examples) expect(await parser.parseSpec(parse(spec))).toMatchObject({ ok: true })
})

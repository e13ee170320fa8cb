import { expect, test } from 'vitest'
import type { RunContext } from './run-context.ts'
import { examineJson, examineLongJson, LONGEST_PARSED_HERE, parseJson, parseLongJson } from './long-json.ts'

/** Does the work of a task here, and notes its name. */
function contextWith(done: string[]): Pick<RunContext, 'work'> {
  return {
    async work(task, input) {
      done.push(task.name)
      const exports: Record<string, unknown> = { parseLongJson, examineLongJson }
      const run = exports[task.name]
      if (typeof run !== 'function') throw new Error(`no task ${task.name}`)
      return { ok: true, value: run(input) }
    },
  }
}

test('only long texts go to a worker', async () => {
  const done: string[] = []
  const context = contextWith(done)
  expect(await parseJson('{"a": [1]}', context)).toEqual({ ok: true, value: { a: [1] } })
  expect(await examineJson('{"a": ', context)).toMatchObject({ failure: { isJson: false } })
  expect(done).toEqual([])
  const long = JSON.stringify({ a: 'x'.repeat(LONGEST_PARSED_HERE) })
  expect(await parseJson(long, context)).toEqual({ ok: true, value: JSON.parse(long) })
  expect(await examineJson(long, context)).toEqual({ ok: true, value: true })
  expect(await examineJson(long.slice(1), context)).toMatchObject({ failure: { isJson: false } })
  expect(done).toEqual(['parseLongJson', 'examineLongJson', 'examineLongJson'])
})

test('a worker that gives up is no JSON that anybody can read', async () => {
  const context: Pick<RunContext, 'work'> = {
    work: () => Promise.resolve({ ok: false, failure: 'took longer than 5000 ms' }),
  }
  const long = 'x'.repeat(LONGEST_PARSED_HERE + 1)
  expect(await parseJson(long, context)).toEqual({
    ok: false,
    failure: { isJson: undefined, message: 'cannot be parsed: took longer than 5000 ms' },
  })
})

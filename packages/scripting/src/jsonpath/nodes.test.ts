import { afterAll, expect, test } from 'vitest'
import { createTaskPool } from '../worker/tasks.ts'
import { readTime } from '../functions/read-time.ts'
import { createPathReader } from './nodes.ts'

const tasks = createTaskPool()
afterAll(() => tasks.close())
const read = createPathReader(tasks)
const document = { list: [{ a: 1 }, { a: 2, b: { a: 3 } }], 'with.dot': true }

test.each([
  [
    '$.list[*].a',
    [
      ['list', 0, 'a'],
      ['list', 1, 'a'],
    ],
  ],
  ['.list[1].b', [['list', 1, 'b']]],
  ["$['with.dot']", [['with.dot']]],
  ['$', [[]]],
  ['$.none', []],
])('%s finds values with their places', async (path, places) => {
  const found = await read(path, document)
  expect(found.ok ? found.value.map((node) => node.path) : found).toEqual(places)
})

test('a path that filters is read in a worker', async () => {
  expect(await read('$.list[?@.a > 1].a', document)).toEqual({
    ok: true,
    value: [{ path: ['list', 1, 'a'], value: 2 }],
  })
})

test('a wrong path says what is wrong', async () => {
  expect(await read('$.list[', document)).toMatchObject({ ok: false, failure: expect.any(String) })
})

test.each([
  ['2024-05-01T10:00:00Z', undefined, '2024-05-01T10:00:00.000Z'],
  ['2024-05-01T10:00:00.123+02:00', undefined, '2024-05-01T08:00:00.123Z'],
  ['01/05/2024', '02/01/2006', '2024-05-01T00:00:00.000Z'],
  ['2024-05-01', 'DateOnly', '2024-05-01T00:00:00.000Z'],
  ['yesterday', undefined, undefined],
])('%s in the layout %s is %s', (text, layout, time) => {
  expect(readTime(text, layout)?.toISOString()).toBe(time)
})

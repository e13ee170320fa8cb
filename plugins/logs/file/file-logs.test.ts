import { appendFile, mkdir, rename, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { everyLine, LONGEST_MESSAGE, type LogLine } from '@binnacle/plugin-kit/logs'
import { makeFolder } from '@binnacle/plugin-kit/servers'
import { contextForTest, type LogSearchForTest, searchLogsForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { open } from './run.ts'
import { logs } from './spec.ts'

let folder: Awaited<ReturnType<typeof makeFolder>>
beforeAll(async () => {
  folder = await makeFolder()
})
afterAll(() => folder.remove())

const at = (path: string) => join(folder.path, path)
/** A line at so many seconds after ten. */
const line = (second: number, text: string) =>
  `${new Date(Date.UTC(2020, 10, 23, 10) + second * 1_000).toISOString()} ${text}`
const search = async (spec: Record<string, unknown>, query: LogSearchForTest = {}) => {
  const found = await searchLogsForTest(logs, open, spec, query)
  if (!found.ok) throw new Error(found.failure)
  return found.value
}
const messages = (lines: readonly LogLine[]) => lines.map(({ message }) => message.replace(/^\S+ /, ''))

describe('files', () => {
  beforeAll(async () => {
    await mkdir(at('shop/old'), { recursive: true })
    await mkdir(at('elsewhere'))
    await writeFile(at('elsewhere/secret.log'), line(0, 'secret'))
    await symlink(at('elsewhere'), at('shop/linked'))
    await symlink(at('elsewhere/secret.log'), at('shop/linked.log'))
    await writeFile(
      at('shop/old/app.log.2.gz'),
      gzipSync(`${line(1, 'INFO one')}\n${line(2, 'ERROR two')}\n`),
    )
    await writeFile(at('shop/app.log.1'), `${line(3, 'INFO three')}\n  at a place\n`)
    await writeFile(
      at('shop/app.log'),
      `${line(4, 'WARN four')}\n{"time":"${new Date(Date.UTC(2020, 10, 23, 10, 0, 5)).toISOString()}","level":30,"msg":"five","user":{"id":7}}\n`,
    )
  })
  const spec = () => ({ paths: [at('shop/**/*.log*')] })

  test('rotated and compressed ones are read together, the newest line first', async () => {
    const { lines, isWhole } = await search(spec())
    expect(messages(lines)).toEqual([
      'five',
      'WARN four',
      '  at a place',
      'INFO three',
      'ERROR two',
      'INFO one',
    ])
    expect(isWhole).toBe(true)
    expect(lines[0]).toMatchObject({ labels: { level: 'info', 'user.id': '7', file: at('shop/app.log') } })
    expect(lines[1]).toMatchObject({ labels: { level: 'warn' } })
  })

  test('no link is followed', async () => {
    const { lines } = await search(spec())
    expect(lines.some(({ message }) => message.includes('secret'))).toBe(false)
    const direct = await searchLogsForTest(logs, open, { paths: [at('shop/linked.*')] })
    expect(direct).toMatchObject({ ok: true, value: { lines: [] } })
  })

  test('words, excluded words and labels choose lines, and a range of time', async () => {
    expect(messages((await search(spec(), { query: 'two' })).lines)).toEqual(['ERROR two'])
    expect((await search(spec(), { query: '-info level=error' })).lines).toHaveLength(1)
    const from = new Date(Date.UTC(2020, 10, 23, 10, 0, 2))
    const to = new Date(Date.UTC(2020, 10, 23, 10, 0, 3))
    const forward = await search(spec(), { from, to, direction: 'forward', query: 'O' })
    expect(messages(forward.lines).slice(0, 2)).toEqual(['ERROR two', 'INFO three'])
    expect((await search(spec(), { limit: 2 })).lines).toHaveLength(2)
  })

  test('a folder that cannot be read is named', async () => {
    const none = await searchLogsForTest(logs, open, { paths: [at('none/*.log')] })
    expect(none).toEqual({ ok: false, failure: `${at('none')}: it does not exist` })
    const both = await search({ paths: [at('shop/app.log'), at('none/*.log')] })
    expect(both).toMatchObject({ isWhole: false, notes: [`${at('none')}: it does not exist`] })
  })
})

test('a large file is searched from the end and from any time, without reading all of it', async () => {
  const all = Array.from({ length: 40_000 }, (_, index) => line(index, `line ${index} ${'x'.repeat(60)}`))
  await writeFile(at('large.log'), `${all.join('\n')}\n`)
  const spec = { paths: [at('large.log')] }
  const newest = await search(spec, { limit: 3 })
  expect(newest.lines.map(({ message }) => message.split(' ')[2])).toEqual(['39999', '39998', '39997'])
  const middle = await search(spec, { limit: 2, to: new Date(Date.UTC(2020, 10, 23, 10) + 20_000_000) })
  expect(middle.lines.map(({ message }) => message.split(' ')[2])).toEqual(['20000', '19999'])
  const forward = await search(spec, {
    limit: 2,
    from: new Date(Date.UTC(2020, 10, 23, 10) + 30_000_000),
    direction: 'forward',
  })
  expect(forward.lines.map(({ message }) => message.split(' ')[2])).toEqual(['30000', '30001'])
})

describe('bad input', () => {
  test('a line with a wrong time hides no other line', async () => {
    const wrong = ['{"time":0.25,"msg":"a"}', '{"time":1e300,"msg":"b"}', '1970-01-01T00:00:00Z c']
    await writeFile(
      at('wrong.log'),
      [line(0, 'one'), ...wrong, line(1, 'two'), line(2, 'three')].join('\n') + '\n',
    )
    const range = { from: new Date(Date.UTC(2020, 10, 23, 9)), to: new Date(Date.UTC(2020, 10, 23, 11)) }
    for (const direction of ['backward', 'forward'] as const) {
      const { lines } = await search({ paths: [at('wrong.log')] }, { ...range, direction })
      expect(messages(lines).toSorted()).toEqual(expect.arrayContaining(['one', 'three', 'two']))
    }
    // Also where a search of a large file looks for its place.
    const all = Array.from({ length: 40_000 }, (_, index) =>
      index % 3 === 0
        ? `1970-01-01T00:00:00Z rogue ${'x'.repeat(60)}`
        : line(index, `line ${index} ${'x'.repeat(60)}`),
    )
    await writeFile(at('rogue.log'), `${all.join('\n')}\n`)
    for (const second of [5_000, 15_001, 25_000, 35_000]) {
      const from = new Date(Date.UTC(2020, 10, 23, 10) + second * 1_000)
      const { lines } = await search({ paths: [at('rogue.log')] }, { limit: 1, from, direction: 'forward' })
      expect(lines.map(({ message }) => message.split(' ')[2])).toEqual([String(second)])
    }
  })

  test('a line of a megabyte is cut with a mark', async () => {
    await writeFile(
      at('long.log'),
      `${line(0, 'before')}\n${line(1, 'y'.repeat(1_048_576))}\n${line(2, 'after')}\n`,
    )
    const { lines } = await search({ paths: [at('long.log')] })
    expect(lines).toHaveLength(3)
    expect(lines[1]?.message).toMatch(/… \(cut; the line has 1048601 characters\)$/)
    expect(lines[1]?.message.length).toBeLessThan(LONGEST_MESSAGE + 100)
  })

  test('escape sequences are left out, and bytes that are no text become signs', async () => {
    await writeFile(
      at('binary.log'),
      Buffer.concat([
        Buffer.from(`${line(0, '\u001B[31mred\u001B[0m')}\n${line(1, '')}`),
        Buffer.from([0, 255, 7]),
        Buffer.from('\n'),
      ]),
    )
    const { lines } = await search({ paths: [at('binary.log')] })
    expect(messages(lines)).toEqual(['␀\uFFFD␇', 'red'])
  })

  test('a file of gzip that breaks off is named, and the others are read', async () => {
    await mkdir(at('broken'))
    await writeFile(at('broken/a.log.gz'), gzipSync(line(0, 'x'.repeat(1_000))).subarray(0, 30))
    await writeFile(at('broken/b.log'), line(1, 'well'))
    const { lines, notes } = await search({ paths: [at('broken/*')] })
    expect(messages(lines)).toEqual(['well'])
    expect(notes).toEqual([`${at('broken/a.log.gz')}: it is not a whole file of gzip`])
  })

  describe('a large compressed file', () => {
    const COUNT = 180_000
    const filler = 'x'.repeat(80)
    beforeAll(async () => {
      await mkdir(at('large'))
      const text = Array.from(
        { length: COUNT },
        (_, index) =>
          `${line(index, `${index % 60_000 === 7 ? 'RARE' : 'INFO'} number ${index} ${filler}`)}\n`,
      ).join('')
      await writeFile(at('large/plain.log'), text)
      await writeFile(at('large/packed.log.gz'), gzipSync(text, { level: 1 }))
    })
    const start = Date.UTC(2020, 10, 23, 10)
    const range = (from: number, to: number) => ({
      from: new Date(start + from * 1_000),
      to: new Date(start + to * 1_000),
    })
    test.each<[string, LogSearchForTest]>([
      ['the newest lines', { limit: 5 }],
      ['the oldest lines', { limit: 5, direction: 'forward' }],
      ['the newest lines of a range', { limit: 5, ...range(20_000, 90_000) }],
      ['the oldest lines of a range', { limit: 5, direction: 'forward', ...range(90_000, 150_000) }],
      ['all lines of a short range', { limit: 1_000, ...range(70_000, 70_500) }],
      ['few lines of all', { limit: 5, query: 'rare' }],
      ['one of them', { limit: 1, query: '"number 7 "' }],
      ['none', { limit: 5, query: '"no such word"' }],
    ])('has %s as one that is not compressed', async (_, query) => {
      const linesOf = async (file: string) => {
        const { lines, notes } = await search({ paths: [at(file)] }, { ...range(-1, COUNT + 1), ...query })
        expect(notes).toEqual([])
        return lines.map(({ id, time, message }) => [id.split('-')[1], time, message])
      }
      const plain = await linesOf('large/plain.log')
      expect(await linesOf('large/packed.log.gz')).toEqual(plain)
    })
  })

  test('lines without a time have the time of the last change of the file', async () => {
    await writeFile(at('untimed.log'), 'one\ntwo\n')
    await utimes(at('untimed.log'), 1_700_000_000, 1_700_000_000)
    const { lines } = await search({ paths: [at('untimed.log')] })
    expect(lines.map(({ message, time }) => [message, time])).toEqual([
      ['two', 1_700_000_000_000],
      ['one', 1_700_000_000_000],
    ])
  })
})

test('a tail sees new lines, new files, and files that are rotated', async () => {
  await mkdir(at('tail'))
  await writeFile(at('tail/a.log'), `${line(0, 'old')}\n`)
  // Each look at the files ends with a wait, which the test ends.
  let waiting = Promise.withResolvers<() => void>()
  const wait = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.resolve(resolve)
    return promise
  }
  const stop = new AbortController()
  const context = { ...contextForTest({ timeoutMilliseconds: 60_000 }), signal: stop.signal, wait }
  const source = await open(logs.schema.parse({ paths: [at('tail/*.log')] }), context)
  const tail = source.tail?.({ target: { labels: {} }, filter: everyLine })[Symbol.asyncIterator]()
  const after = async (write: () => Promise<unknown>) => {
    const coming = tail?.next()
    const look = await waiting.promise
    waiting = Promise.withResolvers()
    await write()
    look()
    const one = await coming
    return one?.done !== true && one !== undefined && 'lines' in one.value ? messages(one.value.lines) : one
  }
  expect(await after(() => appendFile(at('tail/a.log'), `${line(1, 'one')}\n${line(2, 'half')}`))).toEqual([
    'one',
  ])
  expect(await after(() => appendFile(at('tail/a.log'), '-two\n'))).toEqual(['half-two'])
  expect(await after(() => writeFile(at('tail/b.log'), `${line(3, 'other')}\n`))).toEqual(['other'])
  expect(
    await after(async () => {
      await rename(at('tail/a.log'), at('tail/a.log.1'))
      await writeFile(at('tail/a.log'), `${line(4, 'new')}\n`)
    }),
  ).toEqual(['new'])
  stop.abort()
  await tail?.return?.(undefined)
})

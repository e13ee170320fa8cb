import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createFileProcesses, type FileProcesses } from './processes.ts'
import type { FileJob } from './protocol.ts'

let folder: string
/** Answers with the id of its process, or stops to answer, as a process does whose file system hangs. */
let program: URL
const used: FileProcesses[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'processes-'))
  const file = join(folder, 'program.mjs')
  await writeFile(
    file,
    `process.on('message', ({ path }) => {
      if (path === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      if (path === 'end') process.exit(1)
      const say = () => process.send({ type: 'done', value: { action: 'read', bytes: Buffer.from(String(process.pid)) } })
      if (path !== 'slow') return say()
      let left = 8
      const timer = setInterval(() => {
        process.send({ type: 'progress', entries: [] })
        left -= 1
        if (left > 0) return
        clearInterval(timer)
        say()
      }, 300)
    })
    process.on('disconnect', () => process.exit())
    process.send({ type: 'ready' })`,
  )
  program = pathToFileURL(file)
})
afterEach(async () => {
  await Promise.all(used.splice(0).map((processes) => processes.close()))
})
afterAll(() => rm(folder, { recursive: true }))

function open(options: Parameters<typeof createFileProcesses>[0] = { program }): FileProcesses {
  const processes = createFileProcesses(options)
  used.push(processes)
  return processes
}

const job = (path: string, root = '/a'): FileJob => ({
  action: 'read',
  root,
  path,
  forbidden: [],
  most: 1_000,
})
const { signal } = new AbortController()

/** The id of the process that answered, or why none did. */
async function ask(processes: FileProcesses, path: string, root?: string, until = signal): Promise<string> {
  const result = await processes.run(job(path, root), until)
  if (!result.ok) return result.failure.code
  return result.value.action === 'read' ? Buffer.from(result.value.bytes).toString() : 'no file'
}

describe.runIf(process.platform === 'linux')('processes that read files', () => {
  /** Processes that this one has started and that run our programs. */
  function running(): number {
    const tasks = readdirSync('/proc/self/task')
    const children = tasks.flatMap((task) => {
      try {
        return readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' ')
      } catch {
        return []
      }
    })
    return children.filter((id) => id !== '').filter((id) => commandOf(id).includes('program.mjs')).length
  }

  function commandOf(id: string): string {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8')
    } catch {
      return ''
    }
  }

  test('are started when there is something to read, and end with the product', async () => {
    const processes = open()
    expect(running()).toBe(0)
    expect(await ask(processes, 'x')).toMatch(/^\d+$/)
    expect(running()).toBe(1)
    await processes.close()
    await expect.poll(running).toBe(0)
    expect(await ask(processes, 'x')).toBe('aborted')
  })

  test('are no more than may read below one folder', async () => {
    const processes = open()
    const abort = new AbortController()
    const reads = Array.from({ length: 20 }, () => ask(processes, 'x', '/a', abort.signal))
    expect(running()).toBe(2)
    abort.abort()
    await Promise.all(reads)
  })

  test('get nothing of the environment', async () => {
    const processes = open()
    const id = await ask(processes, 'x')
    const environment = readFileSync(`/proc/${id}/environ`, 'utf8').split('\0')
    const names = environment.map((variable) => variable.split('=')[0]).filter((name) => name !== '')
    expect(names.filter((name) => !name?.startsWith('NODE_CHANNEL'))).toEqual([])
  })
})

test('one process reads as long as reads do not overlap, and at most two below one folder', async () => {
  const processes = open()
  const first = await ask(processes, 'x')
  expect(await ask(processes, 'x')).toBe(first)
  const many = await Promise.all(Array.from({ length: 20 }, () => ask(processes, 'x')))
  expect(new Set(many).size).toBeLessThanOrEqual(2)
})

test('a file system that hangs is given up, and others are read meanwhile', async () => {
  const processes = open({ program, stallMilliseconds: 3_000 })
  const hanging = [ask(processes, 'hang'), ask(processes, 'hang'), ask(processes, 'hang')]
  expect(await ask(processes, 'x', '/b')).toMatch(/^\d+$/)
  expect(await Promise.all(hanging)).toEqual(['timeout', 'timeout', 'timeout'])
  expect(await ask(processes, 'x')).toMatch(/^\d+$/)
})

test('a slow file system that makes progress is not given up', async () => {
  const processes = open({ program, stallMilliseconds: 2_000 })
  expect(await ask(processes, 'slow')).toMatch(/^\d+$/)
})

test('a caller that gives up gets its answer at once, whatever the file system does', async () => {
  const processes = open()
  const abort = new AbortController()
  const hanging = ask(processes, 'hang', '/a', abort.signal)
  const waiting = [ask(processes, 'hang', '/a', abort.signal), ask(processes, 'x', '/a', abort.signal)]
  expect(await ask(processes, 'x', '/b')).toMatch(/^\d+$/)
  abort.abort()
  expect(await Promise.all([hanging, ...waiting])).toEqual(['aborted', 'aborted', 'aborted'])
  expect(await ask(processes, 'x', '/a', abort.signal)).toBe('aborted')
  expect(await ask(processes, 'x')).toMatch(/^\d+$/)
})

test('a process that ends while it reads is replaced', async () => {
  const processes = open()
  expect(await ask(processes, 'end')).toBe('failed')
  expect(await ask(processes, 'x')).toMatch(/^\d+$/)
})

test('where no process can be started, reading fails', async () => {
  const missing = open({ program: pathToFileURL(join(folder, 'missing.mjs')) })
  expect(await Promise.all([ask(missing, 'x'), ask(missing, 'x')])).toEqual(['failed', 'failed'])
})

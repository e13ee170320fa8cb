import { createServer, connect, type Socket } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CollectedFile,
  type CommandOptions,
  type CommandRunner,
  MOST_KEPT,
} from '@binnacle/plugin-kit/core'
import { afterEach, expect, test } from 'vitest'
import { until } from '../../testing/until.ts'
import type { ContainedRunner } from '../commands/index.ts'
import { createStarterClient } from './client.ts'
import {
  answerSchema,
  createDecoder,
  encodeMessage,
  LARGEST_ANSWER,
  LARGEST_REQUEST,
  type StarterAnswer,
} from './protocol.ts'
import { serveCommands } from './serve-commands.ts'

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** Both ends of a socket. */
async function socketPair(): Promise<{ starter: Socket; product: Socket }> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-starter-'))
  const server = createServer()
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const path = join(folder, 'socket')
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const product = connect(path)
  const starter = await accepted
  endings.push(async () => {
    product.destroy()
    server.close()
    await rm(folder, { recursive: true })
  })
  return { starter, product }
}

/** A runner with a containment that lacks one thing. */
function contained(run: CommandRunner['run']): ContainedRunner {
  return {
    run,
    containment: async () => ({ level: 'user', missing: ['namespaces'] }),
    close: async () => {},
  }
}

/** Runs nothing: remembers what it was asked for, and waits until it is told to stop or to end. */
function recorder() {
  const requests: CommandOptions[] = []
  const release: (() => void)[] = []
  const runner = contained((options) => {
    requests.push(options)
    return new Promise((resolve) => {
      release.push(() =>
        resolve({ ok: true, value: { exitCode: 0, signal: null, stdout: 'done', stderr: '' } }),
      )
      options.signal.addEventListener('abort', () => {
        const code = options.signal.reason.name === 'TimeoutError' ? 'timeout' : 'aborted'
        resolve({ ok: false, failure: { code, message: 'was stopped', stdout: 'some', stderr: '' } })
      })
    })
  })
  return { requests, runner, releaseAll: () => release.splice(0).forEach((end) => end()) }
}

async function serve() {
  const { starter, product } = await socketPair()
  const commands = recorder()
  const end = serveCommands(starter, commands.runner)
  endings.push(end)
  const answers: StarterAnswer[] = []
  const decode = createDecoder(LARGEST_ANSWER, (message) => answers.push(answerSchema.parse(message)))
  product.on('data', (chunk: Buffer) => void decode(chunk))
  return { ...commands, starter, product, answers, end }
}

const good = { kind: 'run', id: 1, file: 'bash', arguments: ['-c', 'true'], maxOutputBytes: 100 }

/** A message as a program would send it that is not bound by our types. */
function raw(message: unknown): Buffer {
  const body = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, body])
}

test('a command that the product asks for runs, and its result comes back', async () => {
  const { starter, product } = await socketPair()
  const { requests, runner, releaseAll } = recorder()
  endings.push(serveCommands(starter, runner))
  const client = createStarterClient(product, () => {})
  const running = client.run({
    file: 'bash',
    arguments: ['-c', 'echo "$A"'],
    environment: { A: 'ä' },
    maxOutputBytes: 1_000,
    signal: new AbortController().signal,
  })
  await until(() => requests.length === 1)
  expect(requests[0]).toMatchObject({
    file: 'bash',
    arguments: ['-c', 'echo "$A"'],
    environment: { A: 'ä' },
    maxOutputBytes: 1_000,
  })
  expect(requests[0]).not.toHaveProperty('privileged')
  releaseAll()
  expect(await running).toMatchObject({ ok: true, value: { exitCode: 0, stdout: 'done' } })
})

test.each([
  [AbortSignal.timeout(50), 'timeout'],
  [AbortSignal.any([AbortSignal.timeout(100_000), AbortSignal.abort()]), 'aborted'],
])('the end of its signal ends a command: %o %s', async (signal, code) => {
  const { starter, product } = await socketPair()
  endings.push(serveCommands(starter, recorder().runner))
  const client = createStarterClient(product, () => {})
  const result = await client.run({ file: 'bash', arguments: [], maxOutputBytes: 10, signal })
  expect(result).toMatchObject({ ok: false, failure: { code } })
})

test('without its starter the product is told, and its commands fail', async () => {
  const { starter, product } = await socketPair()
  let lost = 0
  const client = createStarterClient(product, () => (lost += 1))
  const { signal } = new AbortController()
  const running = client.run({ file: 'bash', arguments: [], maxOutputBytes: 10, signal })
  starter.destroy()
  expect(await running).toMatchObject({ ok: false, failure: { code: 'failed' } })
  expect(await client.run({ file: 'bash', arguments: [], maxOutputBytes: 10, signal })).toMatchObject({
    ok: false,
  })
  expect(lost).toBe(1)
})

test('when the product is gone, its commands are ended', async () => {
  const { product, requests } = await serve()
  product.write(raw(good))
  await until(() => requests.length === 1)
  product.destroy()
  await until(() => requests[0]?.signal.aborted)
  expect(requests).toHaveLength(1)
})

test.each([
  ['no JSON', 'rubbish {'],
  ['no object', '[1,2]'],
  ['nothing', ''],
  ['null', null],
  ['rights', { ...good, privileged: true }],
  ['a user', { ...good, uid: 0 }],
  ['users of other names', { ...good, user: { uid: 0, gid: 0 }, euid: 0 }],
  ['a folder', { ...good, cwd: '/etc' }],
  ['a shell', { ...good, shell: true, argv0: 'x', stdio: 'inherit', detached: false }],
  [
    'a prototype',
    '{"kind":"run","id":1,"file":"bash","arguments":[],"maxOutputBytes":1,"__proto__":{"uid":0}}',
  ],
  ['output without end', { ...good, maxOutputBytes: 1e12 }],
  ['output below nothing', { ...good, maxOutputBytes: -1 }],
  ['no output limit', { ...good, maxOutputBytes: undefined }],
  ['no program', { ...good, file: '' }],
  ['a program with a zero byte', { ...good, file: '/bin/sh\0x' }],
  ['an argument with a zero byte', { ...good, arguments: ['\0'] }],
  ['an argument that is no text', { ...good, arguments: [{ toString: 'x' }] }],
  ['a variable that is two', { ...good, environment: { 'A=B': 'c' } }],
  ['a variable that is no text', { ...good, environment: { A: 1 } }],
  ['another kind', { ...good, kind: 'spawn' }],
  ['an end of what does not run', { kind: 'abort', id: 77, reason: 'timeout' }],
  ['an end for another reason', { kind: 'abort', id: 1, reason: 'SIGKILL' }],
])('the starter runs nothing that asks for %s, and goes on', async (_, message) => {
  const { product, requests, answers, releaseAll } = await serve()
  product.write(raw(message))
  product.write(raw({ ...good, id: 2 }))
  await until(() => requests.length === 1)
  releaseAll()
  await until(() => answers.some(({ id }) => id === 2))
  // A product that waits for the command is told that it is refused.
  const ran = answers.filter((answer) => answer.kind === 'run' && answer.result.ok)
  expect(ran).toMatchObject([{ id: 2 }])
  expect(requests[0]).not.toHaveProperty('uid')
})

test('a message that is too large ends the talk, before it is kept', async () => {
  const { product, requests } = await serve()
  const ended = new Promise((resolve) => product.once('close', resolve))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(LARGEST_REQUEST + 1)
  product.write(length)
  await ended
  expect(requests).toEqual([])
})

test('of ten thousand commands at once, few run, and the others are refused', async () => {
  const { product, requests, answers } = await serve()
  for (let id = 0; id < 10_000; id += 1) product.write(raw({ ...good, id }))
  await until(() => answers.length === 9_900)
  expect(requests).toHaveLength(100)
  expect(answers[0]).toMatchObject({
    result: { ok: false, failure: { code: 'failed', message: 'more than 100 programs run at once' } },
  })
})

test('one id is one command, however often it is asked for', async () => {
  const { product, requests, answers, releaseAll } = await serve()
  for (let again = 0; again < 10; again += 1) product.write(raw(good))
  product.write(raw({ ...good, id: 2 }))
  await until(() => requests.length === 2)
  releaseAll()
  await until(() => answers.length === 2)
  expect(requests).toHaveLength(2)
})

test('answers that nobody reads stop the reading of requests', async () => {
  const { starter, product } = await socketPair()
  const long = 'x'.repeat(8_000_000)
  let runs = 0
  const runner = contained(async () => {
    runs += 1
    return { ok: true, value: { exitCode: 0, signal: null, stdout: long, stderr: '' } }
  })
  endings.push(serveCommands(starter, runner))
  product.pause()
  // More than the buffers of a socket hold, so that the starter answers before it has read all.
  for (let id = 0; id < 200; id += 1)
    product.write(raw({ ...good, id, environment: { A: 'y'.repeat(60_000) } }))
  await until(() => starter.isPaused())
  expect(runs).toBeLessThan(200)
  expect(starter.writableLength).toBeLessThan(100_000_000)
})

test('messages arrive whole, however they are cut', () => {
  const got: unknown[] = []
  const decode = createDecoder(1_000, (message) => got.push(message))
  const bytes = Buffer.concat([
    encodeMessage({ kind: 'abort', id: 1, reason: 'timeout' }),
    encodeMessage({ kind: 'abort', id: 2, reason: 'aborted' }),
  ])
  for (const byte of bytes) decode(Buffer.of(byte))
  decode(bytes)
  expect(got).toHaveLength(4)
  expect(got[3]).toEqual({ kind: 'abort', id: 2, reason: 'aborted' })
})

test('what the containment lacks comes back', async () => {
  const { starter, product } = await socketPair()
  endings.push(serveCommands(starter, recorder().runner))
  const client = createStarterClient(product, () => {})
  expect(await client.containment()).toEqual({ level: 'user', missing: ['namespaces'] })
})

test('when containment cannot be tested the starter runs without containment', async () => {
  const { starter, product } = await socketPair()
  const { runner } = recorder()
  const broken = { ...runner, containment: () => Promise.reject(new Error('no processes left')) }
  endings.push(serveCommands(starter, broken))
  const client = createStarterClient(product, () => {})
  expect(await client.containment()).toEqual({ level: 'none', missing: ['Error: no processes left'] })
})

/** Runs one command that leaves a file, asked for through both ends. */
async function collectOver(file: CollectedFile) {
  const { starter, product } = await socketPair()
  const requests: CommandOptions[] = []
  const runner = contained(async (options) => {
    requests.push(options)
    const value = { exitCode: 0, signal: null, stdout: '', stderr: '', collected: { files: [file] } }
    return { ok: true, value }
  })
  endings.push(serveCommands(starter, runner))
  let isLost = false
  const client = createStarterClient(product, () => (isLost = true))
  const collect = { folder: 'out', suffix: '.xml', maxFiles: 2, maxFileBytes: 10, maxTotalBytes: 20 }
  const { signal } = new AbortController()
  const result = await client.run({ file: 'bash', arguments: [], maxOutputBytes: 10, signal, collect })
  expect(requests[0]?.collect).toEqual(collect)
  return { result, isLost: () => isLost }
}

test('files that a command leaves come back', async () => {
  const { result } = await collectOver({ name: 'a.xml', text: '<testsuite/>' })
  expect(result).toMatchObject({
    value: { collected: { files: [{ name: 'a.xml', text: '<testsuite/>' }] } },
  })
})

test('files that JSON makes too long are refused, and do not end the product', async () => {
  // Each of these characters is six in JSON.
  const { result, isLost } = await collectOver({ name: 'a.xml', text: '\u0001'.repeat(30_000_000) })
  expect(result).toMatchObject({ failure: { message: 'what the program left is too large to pass on' } })
  expect(isLost()).toBe(false)
})

test('files that are kept come as the bytes that they are, each to its own run', async () => {
  const { starter, product } = await socketPair()
  const contentOf = (name: string) =>
    new Uint8Array(name === 'large' ? Buffer.alloc(3_000_000, 7) : Buffer.from([0, 255, 10, 128]))
  const commands = contained(async ({ file, keep }) => ({
    ok: true,
    value: {
      exitCode: 0,
      signal: null,
      stdout: '',
      stderr: '',
      kept: {
        files: [
          { path: `${file}.bin`, content: contentOf(file) },
          { path: 'empty', content: new Uint8Array() },
        ],
        leftOut: [...(keep?.paths ?? [])],
      },
    },
  }))
  endings.push(serveCommands(starter, commands))
  const client = createStarterClient(product, () => {})
  const run = (file: string) =>
    client.run({
      file,
      arguments: [],
      signal: new AbortController().signal,
      maxOutputBytes: 100,
      keep: { paths: [file], folder: 'in', maxFiles: 5, maxFileBytes: 16_000_000, maxTotalBytes: 16_000_000 },
    })
  for (const [index, result] of (await Promise.all([run('large'), run('small'), run('large')])).entries()) {
    const name = index === 1 ? 'small' : 'large'
    expect(result.ok && result.value.kept?.leftOut).toEqual([name])
    const files = (result.ok && result.value.kept?.files) || []
    expect(files.map(({ path }) => path)).toEqual([`${name}.bin`, 'empty'])
    expect(Buffer.compare(files[0]?.content ?? new Uint8Array(), contentOf(name))).toBe(0)
    expect(files[1]?.content).toHaveLength(0)
  }
})

test('as many files come back as a plugin may ask for, and a command that asks for more is refused', async () => {
  const { starter, product } = await socketPair()
  const files = Array.from({ length: MOST_KEPT.files }, (_, index) => ({
    path: `${index}`,
    content: new Uint8Array([index % 256]),
  }))
  const commands = contained(async () => ({
    ok: true,
    value: { exitCode: 0, signal: null, stdout: '', stderr: '', kept: { files, leftOut: [] } },
  }))
  endings.push(serveCommands(starter, commands))
  const client = createStarterClient(product, () => {})
  const run = (maxFiles: number) =>
    client.run({
      file: 'git',
      arguments: [],
      signal: new AbortController().signal,
      maxOutputBytes: 100,
      keep: {
        paths: Array.from({ length: MOST_KEPT.patterns }, (_, index) => `${index}/*.yaml`),
        maxFiles,
        maxFileBytes: MOST_KEPT.fileBytes,
        maxTotalBytes: MOST_KEPT.bytes,
      },
    })
  expect(await run(MOST_KEPT.files)).toMatchObject({ ok: true, value: { kept: { files } } })
  expect(await run(MOST_KEPT.files + 1)).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('does not take keep.maxFiles') },
  })
})

test('the starter takes no bytes: they end the connection', async () => {
  const { product, end } = await serve()
  const closed = new Promise((resolve) => product.once('close', resolve))
  product.write(Buffer.from([0x80, 0, 0, 8, 0, 0, 0, 1, 1, 2, 3, 4]))
  await closed
  expect(product.destroyed).toBe(true)
  await end()
})

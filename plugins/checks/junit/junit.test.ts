import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { succeed } from '@binnacle/contract/core'
import type { CommandRunner } from '@binnacle/plugin-kit/core'
import { makeFolder } from '@binnacle/plugin-kit/servers'
import { contextForTest, runForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readReport } from './report.ts'
import { run } from './run.ts'
import { check } from './spec.ts'
import { results } from './targets.ts'

/** Starts programs as they are: what the product's own runner adds is tested there. */
const commands: CommandRunner = {
  run: ({ file, arguments: args, environment }) =>
    new Promise((resolve) => {
      execFile(
        file,
        args,
        { env: { PATH: process.env['PATH'], HOME: '/', ...environment } },
        (error, stdout, stderr) =>
          resolve(succeed({ exitCode: Number(error?.code ?? 0), signal: null, stdout, stderr })),
      )
    }),
}
const runJunit = (spec: Record<string, unknown>) => runForTest(check, run, spec, { commands })

let folder: Awaited<ReturnType<typeof makeFolder>>
const at = (name: string) => join(folder.path, name)
beforeAll(async () => {
  folder = await makeFolder()
  for (const name of ['mixed/deep', 'good', 'none', 'broken']) await mkdir(at(name), { recursive: true })
  await writeFile(at('mixed/a.xml'), results())
  await writeFile(at('mixed/deep/b.xml'), results('failed', 'error'))
  await writeFile(at('mixed/notes.txt'), 'no results')
  await writeFile(at('good/a.xml'), results('failed', 'error'))
  await writeFile(at('broken/a.xml'), '<testsuite><testcase></testsuite>')
})
afterAll(() => folder.remove())

describe('a folder of results', () => {
  test('is added up, and what failed is kept with its reason', async () => {
    expect(await runJunit({ testResults: at('mixed') })).toMatchObject({
      state: 'unhealthy',
      error: '2 of 6 tests failed: pays: expected 200 < 300',
      durationMilliseconds: 2_500,
      details: {
        results: {
          passed: 2,
          failed: 1,
          error: 1,
          skipped: 2,
          duration: 2.5,
          suites: expect.arrayContaining([
            expect.objectContaining({
              name: 'shop',
              passed: 1,
              failed: 1,
              tests: [
                {
                  name: 'opens',
                  classname: 'shop.Front',
                  duration: 0.5,
                  status: 'passed',
                  properties: { page: '/' },
                },
                {
                  name: 'pays',
                  classname: 'shop.Cart',
                  duration: 1.25,
                  status: 'failed',
                  message: 'expected 200 < 300',
                  error: 'at line 7\nat line 8',
                  stdout: 'trying',
                },
                {
                  name: 'ships',
                  classname: 'shop.Cart',
                  duration: 0.25,
                  status: 'error',
                  message: 'no printer',
                },
                { name: 'sings', classname: 'shop.Cart', duration: 0, status: 'skipped' },
              ],
            }),
          ]),
        },
      },
    })
  })

  test('without failures is healthy', async () => {
    expect(await runJunit({ testResults: at('good') })).toMatchObject({
      state: 'healthy',
      message: '1 of 2 tests passed',
    })
  })

  test.each([
    ['none', /^there is no \.xml file in /],
    ['missing', /cannot be read: it does not exist$/],
    ['good/a.xml', /is not a folder$/],
    ['broken', /^a\.xml is not XML: /],
  ])('that has no results is unhealthy: %s', async (name, error) => {
    const outcome = await runJunit({ testResults: at(name) })
    expect(outcome.state).toBe('unhealthy')
    expect(outcome.error).toMatch(error)
  })
})

describe('a script', () => {
  test('prints results', async () => {
    const script = `cat '${at('good/a.xml')}'`
    expect(await runJunit({ script })).toMatchObject({ state: 'healthy' })
  })

  test('that fails is unhealthy, whatever the results say', async () => {
    const script = `cat '${at('good/a.xml')}'; echo broken >&2; exit 3`
    expect(await runJunit({ script })).toMatchObject({
      state: 'unhealthy',
      error: 'exit code 3, expected 0',
      details: { stderr: 'broken' },
    })
    expect((await runJunit({ script: 'echo no results' })).error).toMatch(/^the output of the script /)
  })

  test('or a folder is required', () => {
    const parsed = check.schema.safeParse({ name: 'x' })
    expect(parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
      'testResults: This field is required',
    ])
  })
})

describe('results', () => {
  test('may be one suite, suites in suites, or have none', async () => {
    const names = async (text: string) => {
      const read = await readReport(text, contextForTest())
      return read.ok ? read.value.map(({ name, tests }) => `${name} ${tests.length}`) : read.failure
    }
    const one = '<testcase name="a"/>'
    expect(await names(`<testsuite name="one">${one}${one}</testsuite>`)).toEqual(['one 2'])
    expect(
      await names(
        `<testsuites><testsuite name="out">${one}<testsuite name="in">${one}</testsuite></testsuite></testsuites>`,
      ),
    ).toEqual(['out 1', 'in 1'])
    expect(await names('<testsuites/>')).toEqual([])
    expect(await names('<html/>')).toBe('has no testsuite')
  })

  test('cannot define entities, which could grow without end', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><testsuite name="&b;"/>`
    expect(await readReport(bomb, contextForTest())).toEqual({
      ok: false,
      failure: 'has a document type definition, which is not read',
    })
  })

  test('of many tests are kept small, those that failed first', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `<testcase name="good ${index}"/>`).join('')
    const bad = `<testcase name="bad"><failure>${'x'.repeat(10_000)}</failure></testcase>`
    await mkdir(at('many'))
    await writeFile(at('many/a.xml'), `<testsuite name="many">${many}${bad}</testsuite>`)
    const outcome = await runJunit({ testResults: at('many') })
    expect(outcome.error).toMatch(/^1 of 5001 tests failed: bad: x+$/)
    expect(JSON.stringify(outcome.details)).toContain('"name":"bad"')
    expect(JSON.stringify(outcome.details).length).toBeLessThan(20_000)
  })
})

// Results of scripts of junit checks, read by the product's own runner of commands.
import { runForTest } from '@binnacle/plugin-kit/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { createCommandRunner } from '../../platform/commands/index.ts'
import { loadCheckTypes } from './canary-spec/check-types.ts'

vi.setConfig({ testTimeout: 90_000 })

const commands = createCommandRunner()
afterAll(() => commands.close())
const types = await loadCheckTypes()

async function runJunit(script: string, testResults?: string) {
  const type = types.get('junit')
  if (type === undefined) throw new Error('there is no check type junit')
  const spec = { script, ...(testResults === undefined ? {} : { testResults }) }
  return runForTest(type.definition, type.run, spec, { commands, timeoutMilliseconds: 60_000 })
}

const good = '<testsuite><testcase name="a"/></testsuite>'

test('a script writes results to its own folder', async () => {
  expect(
    await runJunit(`mkdir /tmp/results; echo '${good}' >/tmp/results/a.xml`, '/tmp/results'),
  ).toMatchObject({
    state: 'healthy',
    message: '1 of 1 tests passed',
  })
  expect(
    await runJunit(`mkdir /tmp/results; echo '${good}' >/tmp/results/a.xml; exit 3`, '/tmp/results'),
  ).toMatchObject({ state: 'unhealthy', error: 'exit code 3, expected 0' })
})

test.each([
  ['/etc/shadow', 'ln -s /etc/shadow x.xml'],
  ['the environment of the server', `ln -s /proc/${process.pid}/environ x.xml; ln -s /proc/1/environ y.xml`],
  ['a pipe', 'mkfifo x.xml'],
  ['all devices', 'ln -s /dev/zero x.xml'],
])('what a script plants for the server is not read: %s', async (_, script) => {
  process.env['BINNACLE_TEST_SECRET'] = 'of the server'
  const outcome = await runJunit(`mkdir /tmp/results; cd /tmp/results; ${script}`, '/tmp/results')
  expect(outcome).toMatchObject({ state: 'unhealthy', error: 'there is no .xml file in /tmp/results' })
  expect(JSON.stringify(outcome)).not.toMatch(/root:|of the server/)
})

test('a folder that the script may not read says so', async () => {
  expect(await runJunit('true', '/tmp/none')).toMatchObject({
    state: 'unhealthy',
    error: '/tmp/none cannot be read (ENOENT)',
  })
})

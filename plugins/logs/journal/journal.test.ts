import type { CommandOptions, CommandRunner } from '@binnacle/plugin-kit/core'
import { contextForTest, searchLogsForTest } from '@binnacle/plugin-kit/testing'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { open } from './run.ts'
import { logs } from './spec.ts'
import { makeJournal, type TestJournal } from './testing.ts'

/** An entry as journalctl(1) prints it with --output=json; fields as in systemd.journal-fields(7). */
const entry = (second: number, message: unknown, more: object = {}) =>
  JSON.stringify({
    __CURSOR: `s=1f2e;i=${second};b=9ab0;m=1;t=5;x=7`,
    __REALTIME_TIMESTAMP: String(Date.UTC(2026, 10, 23, 10, 0, second) * 1_000),
    MESSAGE: message,
    PRIORITY: '6',
    SYSLOG_IDENTIFIER: 'sshd',
    _SYSTEMD_UNIT: 'ssh.service',
    ...more,
  })

function journalctl(stdout: string, more: { stderr?: string; exitCode?: number } = {}) {
  const commandOptions: CommandOptions[] = []
  const commands: CommandRunner = {
    run: async (options) => {
      commandOptions.push(options)
      return { ok: true, value: { stdout, stderr: '', exitCode: 0, signal: null, ...more } }
    },
  }
  return { commandOptions, commands }
}

test('entries become lines, with unit, identifier and level as labels', async () => {
  const { commandOptions, commands } = journalctl(
    `${entry(2, 'Accepted publickey')}\n${entry(1, 'Failed', { PRIORITY: '3' })}\n`,
  )
  const found = await searchLogsForTest(
    logs,
    open,
    { units: ['ssh.service'], priority: 'info' },
    { limit: 10 },
    { commands },
  )
  expect(found).toMatchObject({
    ok: true,
    value: {
      lines: [
        {
          id: 's=1f2e;i=2;b=9ab0;m=1',
          message: 'Accepted publickey',
          time: Date.UTC(2026, 10, 23, 10, 0, 2),
          labels: { unit: 'ssh.service', identifier: 'sshd', level: 'info' },
        },
        { message: 'Failed', labels: { level: 'error' } },
      ],
    },
  })
  expect(commandOptions[0]).toMatchObject({
    file: 'journalctl',
    arguments: expect.arrayContaining(['--reverse', '--lines=10', '--unit=ssh.service', '--priority=info']),
  })
})

test('a message of bytes is decoded, and what is no entry is passed over', async () => {
  const { commands } = journalctl(`${entry(1, [...Buffer.from('\u001B[1mgrün\u001B[0m')])}\nnonsense\n`)
  const found = await searchLogsForTest(logs, open, {}, { query: 'grün' }, { commands })
  expect(found).toMatchObject({ ok: true, value: { lines: [{ message: 'grün' }] } })
})

test('what journalctl says of a failure is the failure; finding nothing is no failure', async () => {
  const refused = journalctl('', { stderr: 'Failed to open directory: No such file\n', exitCode: 1 })
  expect(await searchLogsForTest(logs, open, {}, {}, { commands: refused.commands })).toEqual({
    ok: false,
    failure: 'journalctl: Failed to open directory: No such file',
  })
  const nothing = journalctl('', { exitCode: 1 })
  expect(await searchLogsForTest(logs, open, {}, {}, { commands: nothing.commands })).toMatchObject({
    ok: true,
    value: { lines: [] },
  })
})

test('a folder that is not allowed is not read', async () => {
  const { commandOptions, commands } = journalctl(entry(1, 'secret'))
  const files = {
    ...contextForTest().files,
    stat: async () => ({
      ok: false as const,
      failure: { code: 'not-allowed' as const, message: 'it is not allowed' },
    }),
  }
  const found = await searchLogsForTest(logs, open, { directory: '/srv/journal' }, {}, { commands, files })
  expect(found).toEqual({ ok: false, failure: '/srv/journal: it is not allowed' })
  expect(commandOptions).toEqual([])
})

test('names that would be options of journalctl are refused', () => {
  expect(logs.schema.safeParse({ units: ['--rotate'] }).success).toBe(false)
  expect(logs.schema.safeParse({ directory: '/var/../etc' }).success).toBe(false)
})

describe('a journal that the real daemon wrote', () => {
  let journal: TestJournal
  beforeAll(async () => {
    journal = await makeJournal()
  }, 120_000)
  afterAll(() => journal.remove())

  /** Starts programs as they are: how the product contains them is tested there. */
  const commands: CommandRunner = {
    run: async ({ file, arguments: given }) => {
      const { stdout, stderr } = await promisify(execFile)(file, [...given])
      return { ok: true, value: { stdout, stderr, exitCode: 0, signal: null } }
    },
  }

  test.each(['backward', 'forward'] as const)('is read %s', async (direction) => {
    if (journal.missing !== undefined) return
    const spec = { directory: journal.folder, identifiers: ['shop'] }
    const found = await searchLogsForTest(
      logs,
      open,
      spec,
      { direction },
      { commands, timeoutMilliseconds: 60_000 },
    )
    const lines = [
      { message: 'card refused', labels: { identifier: 'shop', level: 'error', transport: 'stdout' } },
      { message: 'card accepted', labels: { identifier: 'shop', level: 'info' } },
    ]
    expect(found).toMatchObject({
      ok: true,
      value: { lines: direction === 'forward' ? lines : lines.toReversed() },
    })
  })
})

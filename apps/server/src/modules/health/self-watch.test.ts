import { createEgress } from '@binnacle/egress'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { builtinCanaries } from './self-watch.ts'

type DeniedRange = 'loopback' | 'private'

const kinds = async (denied: readonly DeniedRange[], execChecks: 'on' | 'off', host = '127.0.0.1') => {
  const canaries = await builtinCanaries({
    configuration: { host, port: 8080, execChecks },
    egress: createEgress({ deny: new Set(denied) }),
    dataFolder: tmpdir(),
    platform: 'linux',
  })
  return canaries.map(({ name, spec }) => [name, ...Object.keys(spec).filter((key) => key !== 'schedule')])
}

test('the product watches itself and its host', async () => {
  expect(await kinds([], 'on')).toEqual([
    ['binnacle', 'http'],
    ['host', 'tcp', 'exec'],
  ])
})

test.runIf(process.platform === 'linux')(
  'where scripts have their own file system, the disk check looks at the root',
  async () => {
    const dataFolder = await mkdtemp('/dev/shm/binnacle-data-')
    const canaries = await builtinCanaries({
      configuration: { host: '127.0.0.1', port: 8080, execChecks: 'on' },
      egress: createEgress({ deny: new Set() }),
      dataFolder,
      platform: 'linux',
    })
    await rm(dataFolder, { recursive: true })
    expect(JSON.stringify(canaries)).toContain("df -P '/'")
  },
)

test('what the settings do not let run is left out', async () => {
  expect(await kinds([], 'off')).toEqual([
    ['binnacle', 'http'],
    ['host', 'tcp'],
  ])
  expect(await kinds(['loopback'], 'on')).toEqual([['host', 'exec']])
  expect(await kinds(['loopback'], 'on', '::')).toEqual([['host', 'exec']])
  expect(await kinds(['private'], 'on', '192.168.1.5')).toEqual([['host', 'exec']])
  expect(await kinds(['loopback'], 'off')).toEqual([])
})

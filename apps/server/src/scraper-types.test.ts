import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, succeed } from '@binnacle/contract/core'
import { scraperFamily } from '@binnacle/plugin-kit/families'
import { makeFolder, makeRepository, missingGit, startGitOverHttp } from '@binnacle/plugin-kit/servers'
import { scrapeForTest } from '@binnacle/plugin-kit/testing'
import { createScriptEngine } from '@binnacle/scripting'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCommandRunner } from './platform/commands/index.ts'
import { createFileProcesses, createLocalFiles } from './platform/files/index.ts'

// What scraper types do with the product's own files, programs and scripts.
let folder: Awaited<ReturnType<typeof makeFolder>>
const processes = createFileProcesses()
const engine = createScriptEngine({ now: () => new Date() })
beforeAll(async () => {
  folder = await makeFolder()
})
afterAll(async () => {
  await Promise.all([processes.close(), engine.close()])
  await folder.remove()
})

const plugins = await scraperFamily.load(new URL('../../../plugins/scrapers/', import.meta.url))

function scrape(type: string, spec: Record<string, unknown>) {
  const plugin = plugins.get(type)
  if (plugin?.run === undefined) throw new Error(`no scraper ${type}`)
  return scrapeForTest(plugin.definition, plugin.run, spec, {
    timeoutMilliseconds: 30_000,
    commands: createCommandRunner(),
    files: createLocalFiles({ folders: [join(folder.path, 'open')], forbidden: [] }, processes),
    expression: async (source, variables) => {
      const found = await engine.evaluate({ language: 'cel', source }, { variables })
      return found.ok ? succeed(JSON.parse(JSON.stringify(found.value.value))) : fail(found.failure.message)
    },
    template: async (source, variables) => {
      const found = await engine.evaluate({ language: 'template', source }, { variables, keepSecrets: true })
      return found.ok ? succeed(found.value.text) : fail(found.failure.message)
    },
  })
}

describe('files', () => {
  test('a link that leads out of the allowed folders is not followed, and another folder is a fault', async () => {
    const open = join(folder.path, 'open')
    await mkdir(join(open, 'own'), { recursive: true })
    await writeFile(join(folder.path, 'secret.json'), '{"password": "x"}')
    await writeFile(join(open, 'own.json'), '{}')
    await symlink(join(folder.path, 'secret.json'), join(open, 'out.json'))
    await symlink('own.json', join(open, 'in.json'))
    await symlink(folder.path, join(open, 'own', 'up'))
    const found = await scrape('file', { url: open })
    expect(found.map((one) => (one.kind === 'item' ? one.name : one.kind))).toEqual([
      'in.json',
      'own.json',
      'complete',
    ])
    const [closed, ...others] = await scrape('file', { url: folder.path })
    expect(closed).toMatchObject({
      kind: 'fault',
      message: expect.stringMatching(/allow|LOCAL_FOLDERS|outside/),
    })
    expect(others).toEqual([])
  })

  test.skipIf(missingGit !== undefined)('of a repository are those of its branch and folder', async () => {
    const bare = await makeRepository(folder.path, 'settings', {
      'live/a.yaml': 'name: a',
      'live/deep/b.json': '{"name": "b"}',
      'live/drafts/c.yaml': 'name: c',
      'other/d.yaml': 'name: d',
      'readme.md': 'text',
    })
    expect(bare).toContain('settings.git')
    const server = await startGitOverHttp(folder.path, { username: 'git', password: 'the token' })
    const url = `git::http://127.0.0.1:${server.port}/settings.git//live?ref=main`
    const [found, refused, missing, elsewhere] = await Promise.all([
      scrape('file', { url, password: 'the token', ignore: ['drafts/**'] }),
      scrape('file', { url }),
      scrape('file', { url: url.replace('main', 'none'), password: 'the token' }),
      scrape('file', { url: url.replace('live', 'lives'), password: 'the token' }),
    ])
    await server.stop()
    const shown = `http://127.0.0.1:${server.port}/settings.git//live`
    expect(found).toEqual([
      expect.objectContaining({ config: { name: 'a' }, externalId: `${shown}/a.yaml` }),
      expect.objectContaining({ config: { name: 'b' }, externalId: `${shown}/deep/b.json` }),
      { kind: 'complete' },
    ])
    expect(refused).toEqual([{ kind: 'fault', message: expect.stringContaining('status 401') }])
    expect(missing).toEqual([{ kind: 'fault', message: expect.stringContaining('none') }])
    // A folder that is not there is not an empty one, after which its items would be deleted.
    expect(elsewhere).toEqual([{ kind: 'fault', message: expect.stringContaining('has no folder "lives"') }])
  })
})

describe('a script', () => {
  test('prints items, with its variables, and what it says to people goes into the log', async () => {
    const found = await scrape('exec', {
      script: 'echo "looking" >&2; echo "[{\\"id\\": \\"$NAME\\"}]"',
      env: [{ name: 'NAME', value: 'shop' }],
    })
    expect(found).toEqual([{ kind: 'item', config: { id: 'shop' } }, { kind: 'complete' }])
    expect(await scrape('exec', { script: 'echo "[1,"; exit 2' })).toEqual([
      { kind: 'fault', message: expect.stringContaining('exit code 2, expected 0') },
    ])
    const [flood] = await scrape('exec', { script: 'yes -- "- item"' })
    expect(flood?.kind === 'fault' ? flood.message : flood).toContain('printed more than')
  })

  test.skipIf(missingGit !== undefined)('runs in a checkout', async () => {
    await makeRepository(folder.path, 'programs', { 'list.json': '[{"id": 1}]' })
    const server = await startGitOverHttp(folder.path)
    const checkout = { url: `http://127.0.0.1:${server.port}/programs.git` }
    const found = await scrape('exec', { script: 'cat list.json', checkout })
    const missing = await scrape('exec', {
      script: 'cat list.json',
      checkout: { url: `http://127.0.0.1:${server.port}/none.git` },
    })
    await server.stop()
    expect(found).toEqual([{ kind: 'item', config: { id: 1 } }, { kind: 'complete' }])
    expect(missing).toEqual([{ kind: 'fault', message: expect.stringContaining('could not be checked out') }])
  })
})

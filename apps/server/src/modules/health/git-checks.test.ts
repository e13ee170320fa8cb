// Checks that use git, run by the product's own runner of commands, against git's own servers.
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type GitHttpServer,
  listen,
  makeFolder,
  makeRepository,
  missingGit,
  missingSsh,
  type SshServer,
  startGitOverHttp,
  startHttpServer,
  startSshServer,
  type TestServer,
} from '@binnacle/plugin-kit/servers'
import { fillConnections, type ConnectionValues } from '@binnacle/plugin-kit/core'
import { runForTest, type RunForTestOptions } from '@binnacle/plugin-kit/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createCommandRunner } from '../../platform/commands/index.ts'
import { loadCheckTypes } from './canary-spec/check-types.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const account = { username: 'monitor', password: 'correct-horse-battery' }
const commands = createCommandRunner()
const types = await loadCheckTypes()
const folder = await makeFolder()
let server: GitHttpServer
let open: GitHttpServer
beforeAll(async () => {
  if (missingGit !== undefined) return
  await makeRepository(folder.path, 'shop', {
    'go.mod': 'module example.com/shop\n',
    'a/b.txt': 'deep\n',
    '.gitattributes': '* filter=evil\n',
    '.gitmodules': '[submodule "evil"]\n\tpath = evil\n\turl = file:///etc\n',
  })
  ;[server, open] = await Promise.all([startGitOverHttp(folder.path, account), startGitOverHttp(folder.path)])
})
afterAll(async () => {
  await commands.close()
  await Promise.all([server.stop(), open.stop()])
  await folder.remove()
})

async function run(type: string, spec: Record<string, unknown>, options: RunForTestOptions = {}) {
  const found = types.get(type)
  if (found === undefined) throw new Error(`there is no check type ${type}`)
  return runForTest(found.definition, found.run, spec, { commands, timeoutMilliseconds: 60_000, ...options })
}

const runExec = (checkout: Record<string, unknown>, script: string, options?: RunForTestOptions) =>
  run('exec', { script, checkout }, options)

const closed = () => ({ url: `http://127.0.0.1:${server.port}/shop.git`, ...account })
const free = () => ({ url: `http://127.0.0.1:${open.port}/shop.git` })

describe.skipIf(missingGit !== undefined)('an exec check with a checkout', () => {
  test('runs its script in the files of the repository', async () => {
    expect(await runExec(closed(), 'cat go.mod; cat a/b.txt; git log --format=%s')).toMatchObject({
      state: 'healthy',
      details: { stdout: 'module example.com/shop\ndeep\nFirst' },
    })
  })

  test('gives neither git nor the script the password, nor a way to write to the repository', async () => {
    const script = `
      env; cat /proc/self/environ /proc/$PPID/environ 2>/dev/null; cat .git/config; ls -aR . | head -100
      git -c user.name=a -c user.email=a@b commit --allow-empty --quiet --message x
      url=$(git remote get-url origin)
      git push origin HEAD 2>&1; git push "$url" HEAD 2>&1; true`
    const { details } = await runExec(closed(), script)
    expect(details?.['stdout']).toContain(`url = "http://127.0.0.1:${server.port}/shop.git"`)
    expect(details?.['stdout']).not.toContain('BINNACLE_GIT_')
    expect(JSON.stringify(details)).not.toContain(account.password)
    expect(JSON.stringify(details)).not.toContain(
      Buffer.from(account.password).toString('base64').slice(0, 12),
    )
    expect(server.requests.filter(({ request }) => request.includes('receive-pack'))).toEqual(
      server.requests.filter(
        ({ request, authorization }) => request.includes('receive-pack') && authorization === undefined,
      ),
    )
  })

  test('tells other users of the machine neither its address nor a way to read it while it runs', async () => {
    const seen: string[] = []
    const asked = await listen(
      createServer((_request, response) => {
        void (async () => {
          for (const name of await readdir('/proc'))
            if (/^\d+$/.test(name))
              seen.push(
                (await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' '),
              )
          // What anyone can see while git waits for this answer.
          const urls = seen.flatMap((line) => line.match(/(?:http|git):\/\/127\.0\.0\.1:\d+\/?\S*/g) ?? [])
          for (const url of urls.filter((one) => one.startsWith('http:') && !one.includes(`:${asked.port}`)))
            seen.push(
              `${(await fetch(`${url}/info/refs?service=git-upload-pack`)).status} by what is visible`,
            )
          response.writeHead(404).end()
        })()
      }),
      0,
    )
    await runExec({ url: `http://127.0.0.1:${asked.port}/very-private.git`, ...account }, 'true')
    await asked.stop()
    expect(seen.filter((line) => line.includes('git clone'))).not.toEqual([])
    expect(seen.filter((line) => /very-private|correct-horse/.test(line))).toEqual([])
    expect(seen.filter((line) => line.endsWith('by what is visible') && !line.startsWith('403'))).toEqual([])
  })

  test('leaves no address of its own in the checkout', async () => {
    const { details } = await runExec(
      free(),
      'cat .git/logs/HEAD .git/config; cat .git/FETCH_HEAD; git fetch 2>&1',
    )
    const ports = JSON.stringify(details).match(/127\.0\.0\.1:(\d+)/g)
    expect(new Set(ports)).toEqual(new Set([`127.0.0.1:${open.port}`]))
    expect(details?.['stdout']).not.toMatch(/[\da-f]{32}(?![\da-f])\S*\/repository/)
  })

  test('keeps the folder, the branch and the number of commits that were asked for', async () => {
    const checkout = { ...free(), destination: 'some/where', branch: 'main', depth: 5 }
    expect(await runExec(checkout, 'pwd')).toMatchObject({ message: expect.stringMatching(/\/some\/where$/) })
    expect(await runExec({ url: `${free().url}?ref=none` }, 'true')).toMatchObject({
      state: 'unhealthy',
      error: expect.stringContaining('Remote branch none not found'),
    })
  })

  test('is unhealthy with the reason where the repository cannot be read, and its script does not run', async () => {
    const ran = 'echo it ran'
    const found = await Promise.all([
      runExec({ ...closed(), password: 'wrong' }, ran),
      runExec({ url: free().url.replace('shop', 'none') }, ran),
      runExec({ url: 'http://127.0.0.1:1/shop.git' }, ran),
    ])
    expect(found.map(({ state, error }) => [state, error])).toEqual([
      [
        'unhealthy',
        expect.stringMatching(/shop\.git could not be checked out: .* answered with status 401$/),
      ],
      [
        'unhealthy',
        expect.stringMatching(/none\.git could not be checked out: .* answered with status 404$/),
      ],
      ['unhealthy', expect.stringMatching(/could not be checked out: .*refused/)],
    ])
    expect(JSON.stringify(found)).not.toContain('it ran')
  })

  test('goes nowhere that policy forbids, and follows no redirect', async () => {
    const before = open.requests.length
    expect(await runExec(free(), 'true', { deny: new Set(['loopback']) })).toMatchObject({ state: 'unknown' })
    const other: TestServer = await startHttpServer()
    const to = encodeURIComponent(free().url)
    const { error } = await runExec({ url: `http://127.0.0.1:${other.port}/redirect?to=${to}` }, 'true')
    await other.stop()
    expect(error).toMatch(/could not be checked out/)
    expect(open.requests.length).toBe(before)
  })

  test('says which exit code the script had, also that of a failed checkout', async () => {
    expect(await runExec(free(), 'exit 97')).toMatchObject({
      state: 'unhealthy',
      error: 'exit code 97, expected 0',
    })
  })

  test('takes the account of a connection, to its own server only', async () => {
    const definition = types.get('exec')?.definition
    const connection: ConnectionValues = {
      name: 'c',
      namespace: 'shop',
      type: 'git',
      insecureTls: false,
      properties: {},
      ...closed(),
    }
    const filled = async (checkout: Record<string, unknown>) => {
      const found = await fillConnections(
        definition?.connections ?? [],
        { name: 'x', script: 'true', checkout: { connection: 'connection://c', ...checkout } },
        async () => ({ ok: true, value: connection }),
      )
      if (!found.ok) throw new Error(found.failure)
      return found.value.written['checkout']
    }
    expect(await filled({})).toEqual(closed())
    expect(await filled({ url: closed().url.replace('shop', 'other') })).toMatchObject(account)
    expect(await filled(free())).toEqual(free())
    const checkout = await filled({})
    expect(await run('exec', { script: 'cat go.mod', checkout })).toMatchObject({ state: 'healthy' })
  })
})

describe.skipIf(missingGit !== undefined || missingSsh !== undefined)('a checkout over SSH', () => {
  let ssh: SshServer
  const place = join(folder.path, 'ssh')
  beforeAll(async () => {
    await mkdir(place)
    await makeRepository(place, 'private', { 'said.txt': 'over ssh\n' })
    ssh = await startSshServer()
  })
  afterAll(async () => {
    await ssh.stop()
    await rm(place, { recursive: true })
  })
  const spec = () => ({
    url: `ssh://${ssh.username}@127.0.0.1:${ssh.port}${place}/private.git`,
    certificate: { value: ssh.privateKey },
    hostKey: ssh.hostKey,
  })

  test('signs in with a key that the script never has', async () => {
    const { state, message, details } = await runExec(
      spec(),
      'cat said.txt; find "$HOME" -type f -exec grep -l "PRIVATE KEY" {} + 2>/dev/null; env',
    )
    expect({ state, message }).toEqual({ state: 'healthy', message: 'over ssh' })
    expect(JSON.stringify(details)).not.toContain('PRIVATE KEY')
  })

  test('reads nothing from a server with another key', async () => {
    const hostKey = `SHA256:${'A'.repeat(43)}`
    expect(await runExec({ ...spec(), hostKey }, 'true')).toMatchObject({
      state: 'unhealthy',
      error: expect.stringContaining(`the server shows the key ${ssh.hostKey}, expected ${hostKey}`),
    })
  })

  test('says what the server says of a repository that is not there', async () => {
    const { url } = spec()
    expect(await runExec({ ...spec(), url: url.replace('private', 'none') }, 'true')).toMatchObject({
      state: 'unhealthy',
      error: expect.stringContaining('does not appear to be a git repository'),
    })
  })
})

describe.skipIf(missingGit !== undefined)('a check of a git server', () => {
  test('pushes a file and reads it back, with the account that the server demands', async () => {
    await makeRepository(folder.path, 'probe', { 'readme.txt': 'x\n' })
    const url = `http://127.0.0.1:${server.port}/probe.git`
    const found = await run('gitProtocol', { url, ...account, filename: 'probe.txt' })
    expect(found).toMatchObject({ state: 'healthy', message: 'pushed probe.txt to main and read it back' })
    const { details } = await runExec({ url, ...account }, 'cat probe.txt; git log --format=%H')
    expect(details?.['stdout']).toContain(found.details?.['commit'])
    expect(await run('gitProtocol', { url, username: 'monitor', password: 'wrong' })).toMatchObject({
      state: 'unhealthy',
      error: expect.stringMatching(/answered with status 401$/),
    })
  })

  test('pushes to an empty repository too, and several at once all get through', async () => {
    await promisify(execFile)('git', ['init', '--quiet', '--bare', '--initial-branch', 'main', 'empty.git'], {
      cwd: folder.path,
    })
    const url = `http://127.0.0.1:${open.port}/empty.git`
    expect(await run('gitProtocol', { url })).toMatchObject({ state: 'healthy' })
    const found = await Promise.all([1, 2, 3].map(() => run('gitProtocol', { url })))
    expect(found.map(({ state, error }) => error ?? state)).toEqual(['healthy', 'healthy', 'healthy'])
  })

  test('a server that takes nothing is unhealthy, in its words', async () => {
    const hook = join(folder.path, 'probe.git/hooks/pre-receive')
    await writeFile(hook, '#!/bin/sh\necho "the disk is full" >&2\nexit 1\n')
    await chmod(hook, 0o755)
    const url = `http://127.0.0.1:${server.port}/probe.git`
    const { state, details } = await run('gitProtocol', { url, ...account })
    await rm(hook)
    expect(state).toBe('unhealthy')
    expect(details?.['stderr']).toContain('the disk is full')
  })
})

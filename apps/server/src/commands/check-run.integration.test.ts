import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startHttpServer } from '@binnacle/plugin-kit/servers'
import { afterAll, describe, expect, test } from 'vitest'
import { createShell } from '../testing/shell.ts'

const shell = createShell()
const { folder, start: binnacle } = shell
afterAll(shell.end)

describe('check run', () => {
  const checks = async (text: string, environment: Record<string, string> = {}) => {
    const path = join(await folder(), 'checks.yaml')
    await writeFile(path, text)
    const run = binnacle(['check', 'run', path], environment)
    return { code: await run.ended, ...run.output, path }
  }

  test('prints a readable result for every check, and ends with the worst', async () => {
    const server = await startHttpServer()
    const base = `http://127.0.0.1:${server.port}`
    const well = await checks(`http:\n  - { name: well, url: "${base}/ok" }\n`)
    expect(well.code).toBe(0)
    expect(well.stdout).toMatch(
      /default\/checks\n {2}✔ healthy {3}http {2}well {2}[\d.]+ms\n {6}status 200\n/,
    )
    const ill = await checks(
      `http:\n  - { name: well, url: "${base}/ok" }\n  - { name: ill, url: "${base}/status?code=500" }\n`,
    )
    expect(ill.code).toBe(1)
    expect(ill.stdout).toContain('status 500, expected 200 to 299')
    await server.stop()
  })

  test('names the files that scripts leave, and writes them into a folder that they cannot leave', async () => {
    const script = `mkdir -p ..x; echo kept >'..x/a b.txt'; echo $'\\e[31m' >$'odd\\e.txt'`
    const text = `exec:\n  - name: leaves files\n    script: ${JSON.stringify(script)}\n    artifacts: [{ path: '**/*.txt' }, { path: '..x/*' }, { path: gone.log }]\n`
    const named = await checks(text)
    expect(named).toMatchObject({ code: 0 })
    expect(named.stdout).toContain('artifact ..x/a b.txt (5 B)\n')
    expect(named.stdout).toContain('artifact odd_.txt (6 B)\n')
    const parent = await folder()
    // Started by root, the program writes as another user.
    await chmod(parent, 0o777)
    const into = join(parent, 'files')
    const run = binnacle(['check', 'run', named.path, '--artifacts', into], {})
    expect(await run.ended).toBe(0)
    const above = join(into, 'default', 'checks', 'leaves files')
    expect(await readFile(join(above, '..x', 'a b.txt'), 'utf8')).toBe('kept\n')
    expect(run.output.stdout).toContain(join(above, 'odd_.txt'))
  })

  test('ends with 1 where a transformed check fails, knows canary and outputs, and writes no control character', async () => {
    const result = await checks(`metadata: { name: shop, labels: { team: web } }
spec:
  exec:
    - name: third
      script: 'true'
      dependsOn: [second]
      display: { expr: "outputs.second.stdout + ' of ' + canary.name + ', team ' + canary.labels.team" }
    - { name: fourth, script: 'true', dependsOn: [fifth] }
    - { name: fifth, script: 'exit 7' }
    - { name: second, script: 'printf "\\\\033[2Jtwo"' }
`)
    expect(result.code).toBe(1)
    expect(result.stdout).toContain(String.raw`\x1b[2Jtwo of shop, team web`)
    expect(result.stdout).toContain('depends on "fifth", which is unhealthy')
    expect(result.stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    const transformed = await checks(
      `exec:\n  - { name: a, script: 'true', transform: { expr: "[{'name': 'b', 'pass': false}]" } }\n`,
    )
    expect(transformed.stdout).toContain('unhealthy b')
    expect(transformed.code).toBe(1)
  })

  test('reads what checks refer to, and says what it cannot', async () => {
    const server = await startHttpServer()
    const secrets = await folder()
    await mkdir(join(secrets, 'shop'))
    await writeFile(join(secrets, 'shop/token'), 'all is well\n')
    const text = `http:
  - name: told
    url: "http://127.0.0.1:${server.port}/say?body=$(TOKEN)"
    env: [{ name: TOKEN, value: secret://shop/token }]
    responseContent: all is well
  - { name: named, connection: connection://shop }
`
    const { code, stdout } = await checks(text, { SECRETS_DIR: secrets })
    expect(stdout).toMatch(/✔ healthy {3}http {2}told/)
    expect(stdout).toContain('connection: stored connections can be looked up by a running server only')
    expect(code).toBe(3)
    expect((await checks(text)).stdout).toContain(
      'env[0].value: no secret can be read, as neither SECRETS_DIR nor KUBERNETES_CLUSTER is set',
    )
    await server.stop()
  })

  test('scripts decide results and add checks, also in JavaScript, and the program ends', async () => {
    const server = await startHttpServer()
    const url = `http://127.0.0.1:${server.port}/say?type=application/json&body=%5B3%2C0%5D`
    const tested = await checks(`http:
  - name: numbers
    url: "${url}"
    test: { javascript: "json.length === 3" }
  - name: all
    url: "${url}"
    transform: { expr: 'json.map(n, {"name": "number " + string(n), "pass": n > 0, "message": "is " + string(n)})' }
`)
    expect(tested.code).toBe(1)
    expect(tested.stdout).toContain('the test is false: json.length === 3')
    expect(tested.stdout).toMatch(/\n {4}✔ healthy {3}number 3 {2}is 3\n {4}✘ unhealthy number 0 {2}is 0\n/)
    const wrong = await checks(`tcp:\n  - { name: a, endpoint: "x:1", test: { expr: "1 +" } }\n`)
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain(
      `${wrong.path}:2:41: tcp[0].test.expr: the expression ends too early (line 1, column 4)`,
    )
    await server.stop()
  })

  test('an unknown result ends with 3, an invalid file with 2 and the place of the error', async () => {
    const denied = await checks('http:\n  - { name: metadata, url: "http://169.254.169.254/" }\n')
    expect(denied.code).toBe(3)
    const invalid = await checks('http:\n  - { name: a, ur: "http://x.example" }\n')
    expect(invalid.code).toBe(2)
    expect(invalid.stderr).toContain(
      `${invalid.path}:2:16: http[0].ur: unknown key "ur"; did you mean "url"?`,
    )
    const missing = binnacle(['check', 'run', '/no/such/file.yaml'])
    expect(await missing.ended).toBe(2)
    expect(missing.output.stderr.trim()).toBe('/no/such/file.yaml does not exist')
  })

  test('the worst decides: an invalid document, then an unhealthy check, then an unknown one', async () => {
    const unknown = 'http:\n  - { name: metadata, url: "http://169.254.169.254/" }\n'
    expect((await checks(`${unknown}---\nmetadata: { name: b }\nspec: {}\n`)).code).toBe(2)
    expect((await checks(`${unknown}exec: [{ name: ill, script: "exit 1" }]\n`)).code).toBe(1)
  })

  test('runs nothing with settings that are wrong', async () => {
    const script = 'exec: [{ name: a, script: "true" }]\n'
    const wrong = await checks(script, { EXEC_CHECKS: 'offf', EGRESS_DENY: 'lopback' })
    expect([wrong.code, wrong.stdout]).toEqual([2, ''])
    expect(wrong.stderr).toMatch(/^EGRESS_DENY .*\nEXEC_CHECKS .*\n$/)
    // What it does not use may be anything.
    expect((await checks(script, { ROLE: 'worker', ADMIN_EMAIL: 'nobody' })).code).toBe(0)
  })

  test.each(['', '# nothing yet\n'])('a file without checks (%j) says so', async (text) => {
    const empty = await checks(text)
    expect([empty.code, empty.stdout, empty.stderr]).toEqual([2, '', `${empty.path} holds no check\n`])
  })
})

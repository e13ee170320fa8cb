import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const lib = import.meta.dirname
const project = dirname(dirname(lib))
const base = mkdtempSync(join(tmpdir(), 'binnacle-above-'))
afterAll(() => rmSync(base, { recursive: true }))

function evaluate(expression: string, environment: Record<string, string> = {}): unknown {
  const module = new URL('environment.mjs', import.meta.url).href
  const program = `const module = await import(${JSON.stringify(module)})
    console.log(JSON.stringify(${expression} ?? null))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin', ...environment },
  })
  return JSON.parse(output)
}

test('programs are looked up in the project and in what the system names, not above the project', () => {
  const own = join(project, 'node_modules', '.bin')
  const given = [
    own,
    join(dirname(project), 'node_modules', '.bin'),
    '/node_modules/.bin',
    '/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin',
    'node_modules/.bin',
    '',
    '.',
    '/usr/local/bin',
    '/usr/bin',
  ]
  expect(evaluate(`module.lookUpPath(${JSON.stringify(given.join(':'))})`)).toBe(
    `${own}:/usr/local/bin:/usr/bin`,
  )
})

test('root is warned of a folder above the project that others can write', () => {
  const above = (modes: Record<string, [uid: number, mode: number]>) =>
    evaluate(`module.openFolderAbove('/a/b/project', (path) => {
      const [uid, mode] = ${JSON.stringify(modes)}[path]
      return { uid, mode }
    })`)
  expect(above({ '/a/b': [0, 0o755], '/a': [0, 0o755], '/': [0, 0o755] })).toBeNull()
  expect(above({ '/a/b': [0, 0o755], '/a': [1000, 0o755], '/': [0, 0o755] })).toBe('/a')
  expect(above({ '/a/b': [0, 0o1777], '/a': [0, 0o755], '/': [0, 0o755] })).toBe('/a/b')
  expect(above({ '/a/b': [0, 0o775], '/a': [0, 0o755], '/': [0, 0o755] })).toBe('/a/b')
})

/** A folder with a copy of the scripts, and above it programs that write that they ran. */
test('what npm puts in the way of the project does not run when a script starts a program', () => {
  const inner = join(base, 'project')
  mkdirSync(join(inner, 'scripts'), { recursive: true })
  cpSync(lib, join(inner, 'scripts', 'lib'), { recursive: true })
  const planted = join(base, 'node_modules', '.bin')
  mkdirSync(planted, { recursive: true })
  const mark = join(base, 'ran')
  for (const name of ['npm', 'git', 'tool']) {
    writeFileSync(join(planted, name), `#!/bin/sh\ntouch ${mark}\n`)
    chmodSync(join(planted, name), 0o755)
  }
  const script = join(inner, 'scripts', 'run.mjs')
  writeFileSync(
    script,
    `import { main } from './lib/say.mjs'
     import { run } from './lib/run.mjs'
     await main(async () => {
       for (const name of ['tool', 'git']) console.log((await run(name, ['--version'], { quiet: true })).code)
       return 0
     })`,
  )
  const child = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    cwd: inner,
    env: { PATH: `${planted}:/usr/bin:/bin` },
  })
  expect(child.stdout.split('\n')[0]).toBe('127')
  expect(existsSync(mark)).toBe(false)
})

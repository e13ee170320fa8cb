import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { literalPattern, readArtifactPath, regexOf } from './artifact-paths.ts'
import { readGlob } from '../core/glob.ts'

const folder = mkdtempSync(join(tmpdir(), 'binnacle-paths-'))
afterAll(() => rmSync(folder, { recursive: true }))
const names = [
  'a.png',
  '.png',
  'b.PNG',
  'ab.png',
  '^.png',
  ']-[.txt',
  'x y.txt',
  'a/b.png',
  'a/.b/c.png',
  'a/b/c.png',
  'a{b}.txt',
  'a+b.txt',
  'é.png',
  '2.png',
  'a\\b.txt',
]
for (const name of names) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), '')
}

/** What `find` finds with the regular expression of a pattern. */
function found(pattern: string): string[] {
  const regex = regexOf(pattern)
  if (!regex.ok) throw new Error(regex.failure)
  const printed = execFileSync(
    'find',
    ['.', '-regextype', 'posix-extended', '-type', 'f', '-regex', `\\./${regex.value}`, '-printf', '%P\\n'],
    { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } },
  )
  return printed.toString().split('\n').filter(Boolean).toSorted()
}

test.each([
  '*.png',
  '?.png',
  '**/*.png',
  'a/**',
  '**',
  '*',
  '{a,b,a/b}.{png,PNG}',
  '[a-c].png',
  '[!a].png',
  '[^]a^-].*',
  '[]^-]*',
  '[^]*',
  '[-^].png',
  '[.a].png',
  'a[{+]b*',
  'a\\\\b.txt',
  'a{b}.txt',
  '*g',
  '**.png',
  '?*.png',
  '*[.]png',
  'x y.txt',
  'a+b.txt',
  'a/*/c.png',
  'a/.b/*',
])('%s means the same to find as elsewhere', (pattern) => {
  expect(found(pattern)).toEqual(names.filter(readGlob(pattern)).toSorted())
})

test('a text is a pattern that fits itself alone', () => {
  for (const name of names) expect(found(literalPattern(name))).toEqual([name])
})

test.each([
  ['/etc/shadow', 'is outside the folder of the script: name a path below it, or below /tmp'],
  ['../x', 'is outside the folder of the script: leave ".." out'],
  ['a/../../x', 'is outside the folder of the script: leave ".." out'],
  ['/tmp/../etc/passwd', 'is outside the folder of the script: leave ".." out'],
  ['/tmp/', 'names no file'],
  ['./', 'names no file'],
  ['a\nb', 'names no file'],
  ['[z-a]', 'has a range that is neither of letters nor of digits'],
  ['{a,b}'.repeat(12), 'the braces of the path mean more than 1000 paths'],
  ['x'.repeat(300).concat('{a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t}'), 'is too long'],
])('%s is refused in words', (path, failure) => {
  expect(readArtifactPath(path)).toEqual({ ok: false, failure })
})

test.each([
  ['report.html', false, 'report.html'],
  ['./report.html', false, 'report.html'],
  ['results/', false, 'results/**'],
  ['/tmp/shot.png', true, 'shot.png'],
])('%s is taken', (path, isAbsolute, pattern) => {
  expect(readArtifactPath(path)).toEqual({ ok: true, value: { isAbsolute, pattern } })
})

import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { trustedPath } from './trusted-path.ts'

const isRoot = process.getuid?.() === 0
// Not in /tmp, in which everyone may create folders.
const base = isRoot ? mkdtempSync('/opt/binnacle-path-') : ''
afterAll(() => {
  if (isRoot) rmSync(base, { recursive: true })
})
const folder = (...parts: string[]) => {
  const path = join(base, ...parts)
  mkdirSync(path, { recursive: true })
  return path
}
const keeps = (path: string) => trustedPath(`${path}:/usr/bin`) === `${path}:/usr/bin`

describe.runIf(isRoot)('the folders in which root looks for programs', () => {
  test('are those that only root can write, with all above them', () => {
    chmodSync(base, 0o755)
    const own = folder('own', 'bin')
    expect(keeps(own)).toBe(true)
    const open = folder('open', 'node_modules', '.bin')
    chmodSync(join(base, 'open'), 0o777)
    expect(keeps(open)).toBe(false)
    // In a folder such as /tmp others cannot rename it, but they may have made it.
    chmodSync(join(base, 'open'), 0o1777)
    expect(keeps(open)).toBe(false)
    chmodSync(folder('shared'), 0o775)
    expect(keeps(join(base, 'shared'))).toBe(false)
    expect(keeps(join(base, 'missing'))).toBe(false)
    symlinkSync(open, join(base, 'link'))
    expect(keeps(join(base, 'link'))).toBe(false)
    symlinkSync(own, join(base, 'good'))
    expect(keeps(join(base, 'good'))).toBe(true)
  })

  test.each(['', '.', 'node_modules/.bin', './bin', '/tmp/node_modules/.bin', '/tmp'])(
    'do not have "%s"',
    (path) => expect(keeps(path)).toBe(false),
  )
})

test('the folders of the system are always trusted, and used where nothing else is', () => {
  expect(trustedPath('/usr/bin:/bin')).toBe('/usr/bin:/bin')
  for (const path of [undefined, '', ':', '/tmp/x']) expect(trustedPath(path)).toContain('/usr/bin')
})

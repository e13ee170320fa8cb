import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { asAccount, chooseAccount, findAccount } from './account.ts'

/** Numbers of the user and group `daemon` here; they differ between systems. */
const entry = readFileSync('/etc/passwd', 'utf8')
  .split('\n')
  .find((line) => line.startsWith('daemon:'))
  ?.split(':')
const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])]

describe.runIf(process.platform === 'linux')('the user that the product runs as', () => {
  test('is named, with its group and its home, or numbered', () => {
    expect(findAccount({ user: 'daemon' })).toMatchObject({ uid, gid, name: 'daemon', home: entry?.[5] })
    expect(findAccount({ user: String(uid) })).toMatchObject({ uid, gid, name: 'daemon' })
    expect(findAccount({ user: 'daemon', group: '4711' })).toMatchObject({ uid, gid: 4711, groups: [] })
    const nameless = findAccount({ user: '471147' })
    expect(nameless).toEqual({ uid: 471_147, gid: 471_147, home: '/', groups: [] })
  })

  test.each([
    [{ user: 'no-such-user' }, 'RUN_AS: this machine has no user "no-such-user".'],
    [{ user: 'daemon', group: 'no-such-group' }, 'RUN_AS: this machine has no group "no-such-group".'],
    [{ user: 'root' }, /"root" is root/],
    [{ user: '0' }, /"0" is root/],
    [{ user: 'daemon', group: '0' }, /"daemon:0" is root or in root's group/],
    [{ user: '65534' }, /scripts of checks may run as "65534"/],
    [{ user: '1879100007' }, /scripts of checks may run as "1879100007"/],
  ])('is refused: %o', (runAs, message) => {
    expect(() => findAccount(runAs)).toThrow(message)
  })

  test('is the owner of the data folder where nobody said who it is, and daemon where that is root or nobody', () => {
    expect(chooseAccount(undefined, undefined)).toMatchObject({ uid, gid, groups: [] })
    expect(chooseAccount(undefined, { uid: 0, gid: 0 })).toMatchObject({ uid })
    expect(chooseAccount(undefined, { uid: 65_534, gid: 65_534 })).toMatchObject({ uid })
    expect(chooseAccount(undefined, { uid: 471_147, gid: 4_711 })).toMatchObject({ uid: 471_147, gid: 4_711 })
    expect(chooseAccount({ user: 'daemon' }, { uid: 471_147, gid: 4_711 })).toMatchObject({ uid })
  })

  test.runIf(process.getuid?.() === 0)('lends its rights for a moment', () => {
    const account = { ...findAccount({ user: 'daemon' }), groups: [4_711] }
    const seen = asAccount(account, () => [process.geteuid?.(), process.getegid?.(), process.getgroups?.()])
    expect(seen).toEqual([uid, gid, expect.arrayContaining([4_711])])
    expect(() => asAccount(account, () => readFileSync('/etc/shadow'))).toThrow(/EACCES/)
    expect([process.geteuid?.(), process.getegid?.(), process.getgroups?.()]).not.toContain(4_711)
    expect(readFileSync('/etc/shadow').length).toBeGreaterThan(0)
  })
})

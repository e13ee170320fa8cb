import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findOwnGroups, openControlGroups } from './control-groups.ts'

const v2Mount = '30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate'

test('the groups of a process are found in version 2', () => {
  const { version, folders } = findOwnGroups('0::/system.slice/binnacle.service\n', v2Mount)
  expect([version, folders.get('memory')]).toEqual([2, '/sys/fs/cgroup/system.slice/binnacle.service'])
})

test('in a container that sees a part of the hierarchy', () => {
  const mount = '30 23 0:26 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw'
  expect(findOwnGroups('0::/docker/abc/inner\n', mount).folders.get('pids')).toBe('/sys/fs/cgroup/inner')
})

test('in version 1, where each controller has its own hierarchy', () => {
  const mounts = `31 23 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
32 23 0:28 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct`
  const { version, folders } = findOwnGroups('4:memory:/a\n3:cpu,cpuacct:/b\n2:pids:/c\n0::/d\n', mounts)
  expect(version).toBe(1)
  expect(Object.fromEntries(folders)).toEqual({
    memory: '/sys/fs/cgroup/memory/a',
    cpu: '/sys/fs/cgroup/cpu,cpuacct/b',
  })
})

test('without control groups everything is missing, and nothing is made', () => {
  expect(findOwnGroups('', '').folders.size).toBe(0)
})

test('groups of products that were killed are removed', async ({ skip }) => {
  const read = (path: string) => readFile(path, 'utf8').catch(() => '')
  const { folders } = findOwnGroups(await read('/proc/self/cgroup'), await read('/proc/self/mountinfo'))
  const folder = folders.get('memory') ?? ''
  // No process has this id: it is above the highest that Linux gives.
  const stale = join(folder, 'binnacle-runs-4194999-1')
  const isMade = await mkdir(join(stale, 'run-1'), { recursive: true }).then(
    () => true,
    () => false,
  )
  skip(!isMade, 'this machine lets nobody make control groups')
  const groups = await openControlGroups(67_108_864)
  await groups.close()
  expect(existsSync(stale)).toBe(false)
})

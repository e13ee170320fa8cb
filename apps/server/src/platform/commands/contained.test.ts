// What a hostile script may not do. As root in namespaces and control groups; skipped where the machine forbids them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandOptions } from '@binnacle/plugin-kit/core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { until } from '../../testing/until.ts'
import { newId } from '../ids.ts'
import { createCommandRunner } from './index.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const MEBIBYTE = 1_048_576
/** Where only hiding and rights keep a script out: not below a folder that is replaced anyway. */
const isRoot = process.getuid?.() === 0
const data = await mkdtemp(isRoot ? '/var/lib/binnacle-data-' : join(tmpdir(), 'binnacle-data-'))
await writeFile(join(data, 'secret.key'), 'the key', { mode: 0o644 })
await chmod(data, 0o755)
const options = { memoryBytes: 128 * MEBIBYTE, diskBytes: 64 * MEBIBYTE, hidden: [data] }
const runner = createCommandRunner(options)
const { level, missing } = await runner.containment()
afterAll(async () => {
  await runner.close()
  await rm(data, { recursive: true })
})

async function run(script: string, given: Partial<CommandOptions> = {}) {
  const result = await runner.run({
    file: 'bash',
    arguments: ['-c', script],
    signal: AbortSignal.timeout(60_000),
    maxOutputBytes: 1_000_000,
    ...given,
  })
  return result
}

/** What a script prints, both streams. */
async function outputOf(script: string, given: Partial<CommandOptions> = {}): Promise<string> {
  const result = await run(script, given)
  const { stdout, stderr } = result.ok ? result.value : result.failure
  return stdout + stderr
}

/** Processes of this machine whose user is of the range of runs. */
function processesOfRuns(): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return /^Uid:\t18791\d{5}\t/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')) && isOurs(pid)
    } catch {
      return false
    }
  })
}

/** Whether a process is below this one: other tests of this machine have runs too. */
function isOurs(pid: string): boolean {
  if (pid === String(process.pid)) return true
  const parent = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  return parent !== '0' && parent !== '1' && isOurs(parent)
}

/** Names of the control groups of this process's runs that are left. */
async function groupsLeft(): Promise<string[]> {
  const found: string[] = []
  for (const line of (await readFile('/proc/self/cgroup', 'utf8')).split('\n')) {
    const [, names, group = ''] = line.split(':')
    if (names !== 'memory' && names !== 'pids' && names !== '') continue
    const parent = join('/sys/fs/cgroup', names, group)
    for (const name of await readdir(parent).catch(() => []))
      if (name.startsWith(`binnacle-runs-${process.pid}-`))
        found.push(...(await readdir(join(parent, name))).filter((child) => child.startsWith('run-')))
  }
  return found
}

/** Nothing of any run is left: no process, no group, no descriptor. */
async function expectNothingLeft(mark: string): Promise<void> {
  await until(() => processesOfRuns().length === 0)
  expect(await groupsLeft()).toEqual([])
  for (const folder of [tmpdir(), '/var/tmp', '/dev/shm', '/run/lock', '/tmp'])
    expect((await readdir(folder).catch(() => [])).filter((name) => name.includes(mark))).toEqual([])
}

describe.runIf(level === 'namespaces')('a script in namespaces', () => {
  test('is a user that nobody else is, without rights', async () => {
    const [first, second] = await Promise.all([
      outputOf('id -u; id -g; id -G; grep -E "^(Cap|NoNewPrivs)" /proc/self/status; sleep 0.5'),
      outputOf('id -u; sleep 0.5'),
    ])
    const [uid, gid, groups, ...rights] = first.split('\n')
    expect(uid).toMatch(/^18791\d{5}$/)
    expect([gid, groups]).toEqual([uid, uid])
    expect(second.trim()).not.toBe(uid)
    expect(rights.filter((line) => !/\t0+$|^NoNewPrivs:\t1$|^$/.test(line))).toEqual([])
  })

  test('sees its own processes only, and no other run', async () => {
    const other = run('sleep 30; : other-command-line', {
      environment: { OTHER_SECRET: 'hidden' },
      signal: AbortSignal.timeout(4_000),
    })
    const text = await outputOf(
      'sleep 1; for p in /proc/[0-9]*; do echo "${p##*/} $(tr "\\0" " " <$p/cmdline) $(tr "\\0" " " <$p/environ)"; done; ls -a /tmp; cat /proc/1/environ /proc/1/cmdline',
    )
    expect(text).not.toContain('other-command-line')
    expect(text).not.toContain('OTHER_SECRET')
    expect(text.split('\n').filter((line) => /^\d+ /.test(line)).length).toBeLessThan(8)
    expect(text).toContain('/proc/1/environ: No such file or directory')
    await other
  })

  test('writes nowhere but to its scratch folder, and nothing of it stays', async () => {
    const mark = `mark-${newId()}`
    const places = [
      '/',
      '/etc',
      '/run',
      '/run/lock',
      '/var',
      '/var/lib',
      '/usr',
      '/root',
      '/home',
      '/dev',
      '/sys',
      '/opt',
    ]
    const text = await outputOf(
      `for place in ${places.join(' ')}; do touch $place/${mark} 2>/dev/null && echo "wrote $place"; done
for place in /tmp /var/tmp /dev/shm "$HOME" "$TMPDIR" .; do touch "$place/${mark}" || echo "not $place"; done; pwd; echo "$HOME"`,
    )
    expect(text).toBe('/tmp\n/tmp\n')
    await expectNothingLeft(mark)
    expect(await outputOf('ls /tmp /var/tmp /dev/shm')).not.toContain(mark)
  })

  test('reads neither the data of the product nor what belongs to root', async () => {
    const text = await outputOf(
      `ls ${data}; cat ${data}/secret.key /etc/shadow /proc/${process.pid}/environ /proc/1/root/etc/shadow; ls /proc/${process.pid}`,
    )
    expect(text).not.toContain('the key')
    expect(text).not.toContain('root:')
    expect(
      text.split('\n').filter((line) => /^cat: .*(?:No such file|Permission denied)/.test(line)),
    ).toHaveLength(4)
    // Not even as the root of another user namespace.
    const more = await outputOf(
      `unshare --user --map-root-user --mount sh -c 'umount ${data}; umount -l /proc; mount -o remount,rw /; cat ${data}/secret.key; touch /etc/${newId()}' 2>&1`,
    )
    expect(more).not.toContain('the key')
  })

  test('cannot signal or trace the product', async () => {
    const text = await outputOf(
      `kill -0 ${process.pid}; kill -KILL ${process.ppid}; kill -KILL 1; kill -STOP -1; echo on`,
    )
    expect(text).toContain('on')
    expect(text).toMatch(/kill: \(\d+\) - (?:No such process|Operation not permitted)/)
  })

  test('gets three descriptors, whatever the product has open', async () => {
    const inherited = openSync('/etc/shadow', 'r')
    try {
      // A descriptor that stays open over exec, as those that the product itself inherited.
      const module = new URL('index.ts', import.meta.url).href
      const script = `const { createCommandRunner } = await import(${JSON.stringify(module)})
        const runner = createCommandRunner()
        const result = await runner.run({ file: 'bash', arguments: ['-c', 'for fd in /proc/self/fd/*; do echo "\${fd##*/}"; done; cat <&7'], signal: AbortSignal.timeout(60000), maxOutputBytes: 10000 })
        console.log(JSON.stringify(result))
        await runner.close()`
      const product = spawn(process.execPath, ['--input-type=module', '--eval', script], {
        stdio: ['ignore', 'pipe', 'inherit', inherited, inherited, inherited, inherited, inherited],
      })
      let printed = ''
      product.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
      await once(product, 'close')
      expect(printed).not.toContain('root:')
      // The shell that lists has the folder itself open.
      expect(JSON.parse(printed).value.stdout).toMatch(/^0\n1\n2\n(?:3\n)?$/)
      expect(JSON.parse(printed).value.stderr).toContain('7: Bad file descriptor')
    } finally {
      closeSync(inherited)
    }
  })

  test('has harmless devices only', async () => {
    expect(
      await outputOf(
        'ls /dev; echo x >/dev/null; head -c 4 /dev/zero | wc -c; exec 5<>/dev/ptmx && echo pty',
      ),
    ).toBe('fd\nfull\nnull\nptmx\npts\nrandom\nshm\nstderr\nstdin\nstdout\ntty\nurandom\nzero\n4\npty\n')
  })

  test('sees the figures of the machine', async () => {
    const total = /^MemTotal: .*$/m.exec(await readFile('/proc/meminfo', 'utf8'))?.[0] ?? 'none'
    expect(await outputOf('cat /proc/meminfo')).toContain(total)
    const [, size] = (await outputOf('df -P / | awk "NR == 2 { print \\$1, \\$2 }"')).trim().split(' ')
    expect(Number(size)).toBeGreaterThan(0)
    expect(await outputOf('df -P /tmp | awk "NR == 2 { print \\$2 }"')).toBe(`${64 * 1_024}\n`)
  })

  test('that sees the mounts of the machine change gets them', async () => {
    const folder = await mkdtemp('/var/lib/binnacle-mount-')
    await run('true')
    const mount = spawn('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0777', 'test', folder])
    await once(mount, 'close')
    try {
      expect(await outputOf(`df -P ${folder} | awk "NR == 2 { print \\$2 }"; touch ${folder}/x`)).toMatch(
        /^1024\n.*Read-only file system/,
      )
    } finally {
      await once(spawn('umount', [folder]), 'close')
      await rm(folder, { recursive: true })
    }
  })

  describe('that is hostile', () => {
    test.runIf(missing.length === 0)('is stopped when it uses too much memory, in words', async () => {
      const mark = newId()
      const result = await run(`: ${mark}; x=$(head -c 400000000 /dev/zero | tr '\\0' x); echo "\${#x}"`)
      expect(result).toMatchObject({
        ok: false,
        failure: { code: 'memory', message: 'used more than 128 MiB of memory and was stopped' },
      })
      await expectNothingLeft(mark)
    })

    test('fills its own disk only', async () => {
      const mark = `fill-${newId()}`
      const text = await outputOf(
        `head -c 100000000 /dev/zero >/tmp/${mark}; for n in 1 2 3; do head -c 40000000 /dev/zero >/var/tmp/${mark}-$n; done; du -sm /tmp`,
      )
      expect(text).toMatch(/(?:No space left on device|File too large)/)
      expect(Number(/^(\d+)\t\/tmp$/m.exec(text)?.[1])).toBeLessThanOrEqual(65)
      await expectNothingLeft(mark)
    })

    test('makes no end of files', async () => {
      const text = await outputOf(
        'cd /tmp; for ((n = 0; n < 70000; n += 1)); do : >f$n || break; done 2>&1; ls | wc -l',
      )
      expect(text).toContain('No space left on device')
      await expectNothingLeft('no file')
    })

    test('forks without end and is ended', async () => {
      const mark = newId()
      const result = await run(`: ${mark}; bomb() { bomb | bomb & }; bomb; sleep 1000`, {
        signal: AbortSignal.timeout(3_000),
      })
      expect(result).toMatchObject({ ok: false, failure: { code: 'timeout' } })
      await expectNothingLeft(mark)
      expect(await outputOf('echo alive')).toBe('alive\n')
    })

    test('leaves no daemon', async () => {
      const mark = newId()
      expect(
        await outputOf(
          `: ${mark}; (setsid nohup env -i sleep 1000 >/dev/null 2>&1 &); (trap '' TERM HUP INT; sleep 1000 & disown); echo done`,
        ),
      ).toContain('done')
      await expectNothingLeft(mark)
    })

    test('prints without end and is stopped', async () => {
      expect(await run('yes', { maxOutputBytes: 10_000 })).toMatchObject({
        ok: false,
        failure: { code: 'flood' },
      })
      await expectNothingLeft('no file')
    })

    test('swaps its scratch folder for links, in vain', async () => {
      const mark = `swap-${newId()}`
      const victim = await mkdtemp('/var/tmp/binnacle-victim-')
      await writeFile(join(victim, 'precious'), 'still here')
      await run(
        ` mv /tmp /tmp2; cd /; ln -s ${victim} /tmp/${mark}; mkdir /tmp/a; ln -s / /tmp/a/root; (while :; do mv -T /tmp/a /tmp/b; mv -T /tmp/b /tmp/a; done) & sleep 0.5`,
      )
      expect(await readFile(join(victim, 'precious'), 'utf8')).toBe('still here')
      await rm(victim, { recursive: true })
      await expectNothingLeft(mark)
    })
  })

  describe('whose files are collected', () => {
    const collect = {
      folder: 'results',
      suffix: '.xml',
      maxFiles: 10,
      maxFileBytes: 1_000,
      maxTotalBytes: 5_000,
    }
    async function collected(script: string, given: Partial<typeof collect> = {}) {
      const result = await run(script, { collect: { ...collect, ...given } })
      if (!result.ok) throw new Error(result.failure.message)
      return result.value.collected
    }

    test('gives regular files, those of folders too, whatever its exit code', async () => {
      const result = await run(
        'mkdir -p results/deep; echo one >results/b.xml; echo two >"results/deep/a b.xml"; echo no >results/c.txt; exit 3',
        { collect },
      )
      expect(result).toMatchObject({
        ok: true,
        value: {
          exitCode: 3,
          collected: {
            files: [
              { name: 'b.xml', text: 'one\n' },
              { name: 'deep/a b.xml', text: 'two\n' },
            ],
          },
        },
      })
    })

    test.each([
      ['a link', 'ln -s /etc/shadow x.xml; ln -s /etc/passwd y.xml'],
      ['a pipe', 'mkfifo x.xml'],
      ['a path of a process', 'ln -s /proc/1/environ x.xml; ln -s /proc/self/environ y.xml'],
      ['a device', 'ln -s /dev/zero x.xml'],
      ['a linked folder', 'ln -s /etc linked.xml; ln -s /proc/1/root/etc deep'],
      ['a folder with such a name', 'mkdir x.xml'],
      ['a hard link to a file of others', 'ln /etc/passwd x.xml; ln /etc/shadow y.xml'],
      [
        'a socket',
        `perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local => "x.xml", Listen => 1)' || mkfifo x.xml`,
      ],
    ])('never follows %s', async (_, script) => {
      const got = await collected(`mkdir results; cd results; ${script} 2>/dev/null; true`)
      expect(got).toEqual({ files: [] })
    })

    test('reads a link to a folder with the rights of the script only', async () => {
      expect(await collected('ln -s /root results')).toMatchObject({
        files: [],
        failure: 'results cannot be read (EACCES)',
      })
      expect(await collected(`ln -s ${data} results`)).toEqual({ files: [] })
    })

    test('says what is wrong with the folder', async () => {
      expect(await collected('true')).toMatchObject({ failure: 'results cannot be read (ENOENT)' })
      expect(await collected('touch results')).toMatchObject({ failure: 'results is not a folder' })
    })

    test('stops at its limits', async () => {
      expect(
        await collected('mkdir results; truncate -s 5G results/x.xml || truncate -s 60M results/x.xml'),
      ).toMatchObject({
        failure: 'x.xml has more than 0 MiB',
      })
      expect(
        await collected('mkdir results; cd results; for ((n = 0; n < 20000; n += 1)); do : >$n.xml; done'),
      ).toMatchObject({ failure: 'results has more than 10 files' })
      expect(
        await collected(
          'mkdir results; for n in 1 2 3 4 5 6; do head -c 999 /dev/zero >results/$n.xml; done',
        ),
      ).toMatchObject({ failure: 'the files of results have more than 0 MiB' })
    })

    test('is not disturbed by what the script leaves running', async () => {
      const got = await collected(
        `mkdir results; echo right >results/x.xml
(while :; do ln -sf /etc/passwd results/y; mv -T results/y results/x.xml; echo right >results/z; mv results/z results/x.xml; done) 2>/dev/null & sleep 0.2; true`,
      )
      for (const { text } of got?.files ?? []) expect(text).toBe('right\n')
      await expectNothingLeft('no file')
    })

    test('finds nothing of the script running any more, which could change files between two looks', async () => {
      // What is left waits for the program that looks for files, and changes one before the next program reads it. So
      // many names take that program longer than one round of the wait.
      const got = await collected(
        `mkdir results; cd results; echo right >x.xml; seq 20000 | xargs touch
wait_for_find() {
  echo waits >/tmp/waits
  while :; do for process in /proc/[0-9]*; do
    read -r name <"$process/comm" && [ "$name" = find ] && { echo changed >x.xml; exit; }
  done; done
}
(trap '' TERM HUP; wait_for_find) >/dev/null 2>&1 &
until [ -s /tmp/waits ]; do :; done`,
      )
      expect(got).toEqual({ files: [{ name: 'x.xml', text: 'right\n' }] })
    })

    test('reads a folder of the machine as the script would', async () => {
      const folder = await mkdtemp('/var/lib/binnacle-results-')
      try {
        await writeFile(join(folder, 'x.xml'), 'from outside', { mode: 0o644 })
        await writeFile(join(folder, 'y.xml'), 'not for all', { mode: 0o600 })
        expect(await collected('true', { folder })).toMatchObject({
          failure: `${folder} cannot be read (EACCES)`,
        })
        await chmod(folder, 0o755)
        expect(await collected('true', { folder })).toMatchObject({
          files: [{ name: 'x.xml', text: 'from outside' }],
        })
      } finally {
        await rm(folder, { recursive: true })
      }
    })
  })
})

test.runIf(isRoot)(
  'an ordinary user gets the same in a user namespace, with the data folder hidden',
  async ({ skip }) => {
    const folder = await mkdtemp('/var/lib/binnacle-user-')
    await writeFile(join(folder, 'secret.key'), 'the key', { mode: 0o600 })
    await chown(folder, 1_000, 1_000)
    await chown(join(folder, 'secret.key'), 1_000, 1_000)
    const module = new URL('index.ts', import.meta.url).href
    const script = `const { createCommandRunner } = await import(${JSON.stringify(module)})
    const runner = createCommandRunner({ hidden: [${JSON.stringify(folder)}] })
    const attack = 'id -u; cat ${folder}/secret.key; ls -A ${folder}; touch ${folder}/x /var/lib/x 2>/dev/null || echo read-only; set -- /proc/[0-9]*; echo $#; mkdir r; echo one >r/a.xml'
    const collect = { folder: 'r', suffix: '.xml', maxFiles: 9, maxFileBytes: 99, maxTotalBytes: 99 }
    const result = await runner.run({ file: 'bash', arguments: ['-c', attack], signal: AbortSignal.timeout(60000), maxOutputBytes: 10000, collect })
    console.log(JSON.stringify({ report: await runner.containment(), result }))
    await runner.close()`
    const product = spawn(
      'setpriv',
      [
        '--reuid=1000',
        '--regid=1000',
        '--clear-groups',
        process.execPath,
        '--input-type=module',
        '--eval',
        script,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let printed = ''
    product.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    await once(product, 'close')
    await rm(folder, { recursive: true })
    skip(printed === '', 'other users cannot enter the folder of this project')
    const { report, result } = JSON.parse(printed)
    skip(report.level !== 'user-namespaces', `user namespaces are forbidden here: ${JSON.stringify(report)}`)
    expect(report.missing).toContain('a separate user')
    expect(result.value.stdout).toMatch(/^1000\nread-only\n1\n$/)
    expect(result.value.collected).toEqual({ files: [{ name: 'a.xml', text: 'one\n' }] })
  },
)

describe('where namespaces are forbidden', () => {
  const plain = createCommandRunner({ ...options, highest: 'user' })
  let result: Awaited<ReturnType<typeof plain.run>>
  beforeAll(async () => {
    result = await plain.run({
      file: 'bash',
      arguments: [
        '-c',
        'pwd; id -u; mkdir -p results/locked; echo one >results/x.xml; ln -s /etc/shadow results/y.xml; mkfifo results/z.xml; chmod 000 results/locked',
      ],
      signal: AbortSignal.timeout(60_000),
      maxOutputBytes: 10_000,
      collect: { folder: 'results', suffix: '.xml', maxFiles: 10, maxFileBytes: 1_000, maxTotalBytes: 5_000 },
    })
  })
  afterAll(() => plain.close())

  test('a script has its own user as root, and its scratch folder is removed with its rights', async () => {
    const [folder = '', user] = result.ok ? result.value.stdout.split('\n') : []
    expect(folder).toContain('binnacle-command-')
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
    expect(user).toMatch(isRoot ? /^18791\d{5}$/ : /^\d+$/)
  })

  test.runIf(isRoot)(
    'what a swap puts into a scratch folder is removed with the rights of the script only',
    async () => {
      // Shared with the script, which says where its scratch folder is and waits.
      const shared = await mkdtemp(join(tmpdir(), 'binnacle-shared-'))
      await chmod(shared, 0o777)
      const ended = plain.run({
        file: 'bash',
        arguments: [
          '-c',
          'mkdir -p a/b; pwd >"$SHARED/place.part"; mv "$SHARED/place.part" "$SHARED/place"; until [ -e "$SHARED/go" ]; do :; done',
        ],
        environment: { SHARED: shared },
        signal: AbortSignal.timeout(60_000),
        maxOutputBytes: 10_000,
      })
      const folder = (
        await until(() => readFile(join(shared, 'place'), 'utf8').catch(() => undefined))
      ).trim()
      try {
        // As a link or a mount would be when it is swapped for a folder: what root alone may remove is below the path.
        await mkdir(join(folder, 'a/b/victim'))
        await writeFile(join(folder, 'a/b/victim/precious'), 'still here')
        await writeFile(join(shared, 'go'), '')
        expect(await ended).toMatchObject({ ok: true })
        expect(await readFile(join(folder, 'a/b/victim/precious'), 'utf8')).toBe('still here')
      } finally {
        await rm(folder, { recursive: true, force: true })
        await rm(shared, { recursive: true })
      }
    },
  )

  test('its files are collected without following links', () => {
    expect(result).toMatchObject({ value: { collected: { files: [{ name: 'x.xml', text: 'one\n' }] } } })
  })

  test('what is missing is named, and EXEC_CHECKS=contained does not start it', async () => {
    const report = await plain.containment()
    expect(report.missing).toContain('a limit of memory')
    const strict = createCommandRunner({ ...options, highest: 'user', execChecks: 'contained' })
    expect(
      await strict.run({
        file: 'true',
        arguments: [],
        signal: AbortSignal.timeout(60_000),
        maxOutputBytes: 10,
      }),
    ).toMatchObject({
      ok: false,
      failure: {
        code: 'disabled',
        message: expect.stringContaining('EXEC_CHECKS=contained demands separate namespaces'),
      },
    })
  })
})

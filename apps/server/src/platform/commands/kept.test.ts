// Files that are kept of a script: what it names, and nothing that it must not reach.
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { KeepOptions } from '@binnacle/plugin-kit/core'
import { createCommandRunner } from './index.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const MEBIBYTE = 1_048_576
const limits = { memoryBytes: 128 * MEBIBYTE, diskBytes: 64 * MEBIBYTE }
const contained = createCommandRunner(limits)
const plain = createCommandRunner({ ...limits, highest: 'user' })
const { level } = await contained.containment()
afterAll(async () => {
  await contained.close()
  await plain.close()
})

const runners = [
  ['in namespaces', contained, level.endsWith('namespaces')],
  ['without namespaces', plain, true],
] as const

describe.each(runners)('a script %s', (_name, runner, isPossible) => {
  async function keep(script: string, paths: string[], more: Partial<KeepOptions> = {}) {
    const result = await runner.run({
      file: 'bash',
      arguments: ['-c', script],
      signal: AbortSignal.timeout(60_000),
      maxOutputBytes: 100_000,
      keep: { paths, maxFiles: 5, maxFileBytes: MEBIBYTE, maxTotalBytes: 2 * MEBIBYTE, ...more },
    })
    if (!result.ok) throw new Error(result.failure.message)
    const { files = [], leftOut = [] } = result.value.kept ?? {}
    const texts = Object.fromEntries(
      files.map(({ path, content }) => [path, Buffer.from(content).toString()]),
    )
    return {
      exitCode: result.value.exitCode,
      texts,
      sizes: files.map((file) => file.content.length),
      leftOut,
    }
  }

  test.runIf(isPossible)('leaves the files that it names, whatever its exit code', async () => {
    const script = `mkdir -p results/.hidden; echo one >report.html; echo two >results/a.png; echo three >results/.hidden/b.png
      printf '\\0\\1\\377' >bytes.bin; echo no >other.txt; exit 3`
    expect(await keep(script, ['report.html', '**/*.png', 'bytes.b?n', 'none-*'])).toMatchObject({
      exitCode: 3,
      texts: { 'report.html': 'one\n', 'results/a.png': 'two\n' },
      leftOut: [],
    })
    const { sizes } = await keep(script, ['bytes.bin'])
    expect(sizes).toEqual([3])
    expect((await keep(script, ['results/'])).texts).toEqual({ 'results/a.png': 'two\n' })
  })

  test.runIf(isPossible)(
    'cannot have a link followed, a pipe opened, or a file read that is closed',
    async () => {
      const script = `ln -s /etc/shadow shadow.txt; ln -s /etc/passwd passwd.txt; mkfifo pipe.txt; ln -s /etc etc
      echo x >closed.txt; chmod 0 closed.txt; echo good >good.txt`
      const { texts, leftOut } = await keep(script, ['*.txt', 'etc/*'])
      expect(texts).toEqual({ 'good.txt': 'good\n' })
      expect(leftOut.toSorted()).toEqual(
        [
          'closed.txt cannot be read',
          'passwd.txt is not a file: links are not followed',
          'pipe.txt is not a file: links are not followed',
          'shadow.txt is not a file: links are not followed',
        ].toSorted(),
      )
    },
  )

  test.runIf(isPossible)(
    'cannot fill the server with a file that is too large, sparse or grows',
    async () => {
      const script = `truncate -s 60M sparse.bin; echo small >small.txt
      ( while :; do head -c 100000 /dev/zero >>grows.bin; sleep 0.01; done ) & until [ -s grows.bin ]; do sleep 0.01; done`
      const { texts, leftOut } = await keep(script, ['sparse.bin', 'small.txt'])
      expect(texts).toEqual({ 'small.txt': 'small\n' })
      expect(leftOut).toEqual(['sparse.bin has 60 MiB, more than 1 MiB'])
      // What still wrote to it was ended before it is read: it has one length.
      const grown = await keep(script, ['grows.bin'], {
        maxFileBytes: 50 * MEBIBYTE,
        maxTotalBytes: 50 * MEBIBYTE,
      })
      expect(grown.sizes).toHaveLength(1)
      expect(grown.sizes[0]).toBeGreaterThanOrEqual(100_000)
    },
  )

  test.runIf(isPossible)('leaves as many files, and as many bytes together, as it may', async () => {
    const many = await keep('for i in $(seq 10000); do echo $i >file-$i; done', ['file-*'])
    expect(Object.keys(many.texts)).toEqual(['file-1', 'file-10', 'file-100', 'file-1000', 'file-10000'])
    expect(many.leftOut).toEqual(['only the first 5 files are kept'])
    const large = await keep('for i in 1 2 3; do head -c 1000000 /dev/zero >$i.bin; done; echo x >4.bin', [
      '*.bin',
    ])
    expect(large.sizes).toEqual([1_000_000, 1_000_000, 2])
    expect(large.leftOut).toEqual(['3.bin: with it, the files have more than 2 MiB together'])
  })

  test.runIf(isPossible)('cannot leave its folder by a name', async () => {
    const script = `mkdir -p '<b>x'; echo 1 >'<b>x/'$'a\\nb\\e[31m.txt'; echo 2 >-rf.txt; echo 3 >'--checkpoint-action=exec=x.txt'`
    const { texts } = await keep(script, ['**/*.txt', '../../etc/passwd', '/etc/passwd'])
    expect(texts).toEqual({
      '<b>x/a\nb\u001b[31m.txt': '1\n',
      '-rf.txt': '2\n',
      '--checkpoint-action=exec=x.txt': '3\n',
    })
    const { leftOut } = await keep('true', ['../../etc/passwd', '/etc/passwd'])
    expect(leftOut).toEqual([
      '../../etc/passwd is outside the folder of the script: leave ".." out',
      '/etc/passwd is outside the folder of the script: name a path below it, or below /tmp',
    ])
  })

  test.runIf(isPossible)('keeps its files beside many others', async () => {
    const runs = Array.from({ length: 12 }, () =>
      keep('head -c 300000 /dev/zero >a.bin; echo b >b.bin', ['*.bin']),
    )
    for (const { sizes, leftOut } of await Promise.all(runs))
      expect({ sizes, leftOut }).toEqual({ sizes: [300_000, 2], leftOut: [] })
  })

  test.runIf(isPossible)('names files from where it runs', async () => {
    const script = 'mkdir -p "check [1]"; cd "check [1]"; echo in >in.txt; echo out >../out.txt'
    expect(await keep(script, ['*.txt'], { folder: 'check [1]' })).toMatchObject({
      texts: { 'in.txt': 'in\n' },
    })
  })
})

describe.runIf(level.endsWith('namespaces'))('/tmp', () => {
  const run = async (runner: typeof contained, script: string) => {
    const result = await runner.run({
      file: 'bash',
      arguments: ['-c', script],
      signal: AbortSignal.timeout(60_000),
      maxOutputBytes: 1_000,
      keep: { paths: ['/tmp/*.txt'], folder: 'in', maxFiles: 5, maxFileBytes: 10, maxTotalBytes: 10 },
    })
    return result.ok ? result.value.kept : undefined
  }

  test('is the folder of a script in namespaces, and of no other', async () => {
    const kept = await run(contained, 'echo x >/tmp/a.txt')
    expect(kept?.files.map(({ path }) => path)).toEqual(['a.txt'])
    expect(await run(plain, 'true')).toEqual({
      files: [],
      leftOut: ['/tmp/*.txt is outside the folder of the script, which is $TMPDIR on this machine'],
    })
  })
})

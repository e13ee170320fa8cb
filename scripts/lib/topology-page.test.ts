import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { topologyRun } from '../../apps/server/src/commands/topology-run.ts'
import { topologyExamples } from './topology-examples.ts'

let folder: string
beforeAll(async () => {
  // The runner of tests sets it to a word that the product does not know.
  vi.stubEnv('MODE', '')
  folder = await mkdtemp(join(tmpdir(), 'binnacle-topology-'))
})
afterAll(() => {
  vi.unstubAllEnvs()
  return rm(folder, { recursive: true, force: true })
})

test.each(topologyExamples)('the example “$title” makes the tree of its page', async ({ spec, tree }) => {
  const path = join(folder, 'shop.yaml')
  await writeFile(path, spec)
  const printed = vi.spyOn(console, 'log').mockReturnValue()
  try {
    expect(await topologyRun(path, false)).toBe(tree.endsWith('0 faults') ? 0 : 1)
    expect(printed.mock.calls.join('\n').trim()).toBe(tree)
  } finally {
    printed.mockRestore()
  }
})

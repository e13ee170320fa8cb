import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../../apps/web/src', import.meta.url))

type CheckWeb = (file: string, target: string, complain: (reason: string) => void) => void

test.each([
  ['routes/teams.ts', 'features/teams/teams-page.tsx', 0],
  ['routes/teams.ts', 'features/teams/columns.tsx', 1],
  ['features/teams/columns.tsx', 'application/data.ts', 0],
  ['features/teams/columns.tsx', 'features/users/index.ts', 0],
  ['features/teams/columns.tsx', 'features/users/queries.ts', 1],
  ['features/teams/columns.tsx', 'routes/registry.ts', 1],
  ['application/data.ts', 'features/users/index.ts', 1],
  ['application/data.test.ts', 'features/users/index.ts', 0],
])('%s importing %s gives %i complaints', async (file, target, count) => {
  const { checkWeb }: { checkWeb: CheckWeb } = await import(new URL('web-layers.mjs', import.meta.url).href)
  const complaints: string[] = []
  checkWeb(join(source, file), join(source, target), (reason) => complaints.push(reason))
  expect(complaints.length).toBe(count)
})

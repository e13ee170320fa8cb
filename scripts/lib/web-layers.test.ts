import { expect, test } from 'vitest'

type FaultsInWeb = (file: string, target: string) => string[]

test.each([
  ['routes/registry.ts', 'features/teams/index.ts', 0],
  ['routes/registry.ts', 'features/teams/team-page.tsx', 1],
  ['features/teams/columns.tsx', 'application/requests/data.ts', 0],
  ['features/teams/columns.tsx', 'features/users/index.ts', 0],
  ['features/teams/columns.tsx', 'features/users/queries.ts', 1],
  ['features/teams/columns.tsx', 'routes/registry.ts', 1],
  ['application/requests/data.ts', 'features/users/index.ts', 1],
  ['application/requests/data.test.ts', 'features/users/index.ts', 0],
])('%s importing %s gives %i complaints', async (file, target, count) => {
  const { faultsInWeb }: { faultsInWeb: FaultsInWeb } = await import(
    new URL('web-layers.mjs', import.meta.url).href
  )
  expect(faultsInWeb(`apps/web/src/${file}`, `apps/web/src/${target}`)).toHaveLength(count)
})

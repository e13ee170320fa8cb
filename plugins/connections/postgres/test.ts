import { testThroughCheck } from '@binnacle/plugin-kit/connections'

export const test = testThroughCheck('postgres', async () => {
  const [{ check }, { run }] = await Promise.all([
    import('@binnacle/checks/postgres'),
    import('@binnacle/checks/postgres/run'),
  ])
  return { definition: check, run }
})

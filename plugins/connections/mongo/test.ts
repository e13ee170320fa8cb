import { testThroughCheck } from '@binnacle/plugin-kit/connections'

export const test = testThroughCheck('mongo', async () => {
  const [{ check }, { run }] = await Promise.all([
    import('@binnacle/checks/mongodb'),
    import('@binnacle/checks/mongodb/run'),
  ])
  return { definition: check, run }
})

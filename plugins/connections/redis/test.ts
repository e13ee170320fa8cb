import { testThroughCheck } from '@binnacle/plugin-kit/connections'

export const test = testThroughCheck('redis', async () => {
  const [{ check }, { run }] = await Promise.all([
    import('@binnacle/checks/redis'),
    import('@binnacle/checks/redis/run'),
  ])
  return { definition: check, run }
})

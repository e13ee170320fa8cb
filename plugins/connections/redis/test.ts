import { testThroughCheck } from '@binnacle/plugin-kit'

export const test = testThroughCheck('redis', async () => {
  const [{ check }, { run }] = await Promise.all([
    import('@binnacle/checks/redis'),
    import('@binnacle/checks/redis/run'),
  ])
  return { definition: check, run }
})

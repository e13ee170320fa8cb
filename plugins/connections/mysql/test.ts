import { testThroughCheck } from '@binnacle/plugin-kit/connections'

export const test = testThroughCheck('mysql', async () => {
  const [{ check }, { run }] = await Promise.all([
    import('@binnacle/checks/mysql'),
    import('@binnacle/checks/mysql/run'),
  ])
  return { definition: check, run }
})

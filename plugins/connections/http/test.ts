import { testThroughCheck } from '@binnacle/plugin-kit/connections'

export const test = testThroughCheck('http', async () => {
  const [{ check }, { run }] = await Promise.all([
    import('@binnacle/checks/http'),
    import('@binnacle/checks/http/run'),
  ])
  return { definition: check, run }
})

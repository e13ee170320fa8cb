import { testThroughCheck } from '@binnacle/plugin-kit/connections'

export const test = testThroughCheck('prometheus', async () => {
  const [{ check }, { run }] = await Promise.all([
    import('@binnacle/checks/prometheus'),
    import('@binnacle/checks/prometheus/run'),
  ])
  return { definition: check, run }
})

import { testThroughCheck } from '@binnacle/plugin-kit/connections'

export const test = testThroughCheck('opensearch', async () => {
  const [{ check }, { run }] = await Promise.all([
    import('@binnacle/checks/opensearch'),
    import('@binnacle/checks/opensearch/run'),
  ])
  return { definition: check, run }
})

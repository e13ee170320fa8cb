import { testThroughCheck } from '@binnacle/plugin-kit/connections'

export const test = testThroughCheck('elasticsearch', async () => {
  const [{ check }, { run }] = await Promise.all([
    import('@binnacle/checks/elasticsearch'),
    import('@binnacle/checks/elasticsearch/run'),
  ])
  return { definition: check, run }
})

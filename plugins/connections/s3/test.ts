import { testThroughCheck } from '@binnacle/plugin-kit/connections'

export const test = testThroughCheck('s3', async () => {
  const [{ check }, { run }] = await Promise.all([
    import('@binnacle/checks/folder'),
    import('@binnacle/checks/folder/run'),
  ])
  return { definition: check, run }
})

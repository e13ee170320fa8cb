import { testThroughCheck } from '@binnacle/plugin-kit/connections'

export const test = testThroughCheck('sql_server', async () => {
  const [{ check }, { run }] = await Promise.all([
    import('@binnacle/checks/mssql'),
    import('@binnacle/checks/mssql/run'),
  ])
  return { definition: check, run }
})

import { testThroughCheck } from '@binnacle/plugin-kit/connections'

export const test = testThroughCheck('ldap', async () => {
  const [{ check }, { run }] = await Promise.all([
    import('@binnacle/checks/ldap'),
    import('@binnacle/checks/ldap/run'),
  ])
  return { definition: check, run }
})

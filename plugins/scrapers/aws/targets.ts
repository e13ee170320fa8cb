import { startHttpServer } from '@binnacle/plugin-kit/servers'
import type { ScraperTargets } from '@binnacle/plugin-kit/suite/scrapers'
import { exampleAccount } from './testing/account.ts'
import { startAmazon } from './testing/server.ts'

/** An account with the examples of Amazon's documentation; one that refuses the keys; a server that never answers. */
export async function startTargets(): Promise<ScraperTargets> {
  const answers = await exampleAccount()
  const [amazon, refusing, other] = await Promise.all([
    startAmazon(answers),
    startAmazon({
      'sts.GetCallerIdentity': () => ({
        status: 403,
        code: 'InvalidClientTokenId',
        message: 'The security token included in the request is invalid.',
      }),
    }),
    startHttpServer(),
  ])
  const keys = { region: ['us-east-1'], include: ['VPC'], accessKey: 'AKIDEXAMPLE', secretKey: 'given' }
  const at = (port: number, path = '') => ({ ...keys, endpoint: `http://127.0.0.1:${port}${path}` })
  return {
    working: at(amazon.port),
    failing: at(refusing.port),
    hanging: at(other.port, '/hang'),
    secretive: { ...at(amazon.port), sessionToken: 'given' },
    stop: async () => {
      await Promise.all([amazon.stop(), refusing.stop(), other.stop()])
    },
  }
}

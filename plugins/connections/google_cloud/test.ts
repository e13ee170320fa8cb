import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy, unknown } from '@binnacle/plugin-kit/core'
import type { GoogleCloudForm } from './spec.ts'

/** Exchanges the key for a token. Does not check what the account may do. */
export const test: TestConnectionForm<GoogleCloudForm> = async ({ certificate }, context) => {
  const { tokenFor } = await import('@binnacle/clients/object-storage/gcs-token')
  const token = await tokenFor({ credentials: certificate }, context)
  if (!token.ok) return token.failure
  return token.value === undefined
    ? unknown('enter the key of a service account')
    : healthy({ message: 'got a token for the service account' })
}

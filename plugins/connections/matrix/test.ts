import { askApi } from '@binnacle/plugin-kit/connection-http'
import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy, unhealthy } from '@binnacle/plugin-kit/core'
import { serviceAddress } from '@binnacle/plugin-kit/notifiers'
import { z } from 'zod'
import type { MatrixForm } from './spec.ts'

/** Access tokens of Synapse and of the Matrix Authentication Service. */
const accessToken = /^(?:syt_|mat_|mct_)/u
const owner = z.object({ user_id: z.string() })
const versions = z.object({ versions: z.array(z.string()) })

/**
 * Requests the owner of the access token (https://spec.matrix.org/v1.16/client-server-api/#get_matrixclientv3accountwhoami).
 * A password would have to sign in, which adds a device to the user; then only the server is asked for its versions.
 */
export const test: TestConnectionForm<MatrixForm> = async (form, context) => {
  const address = serviceAddress('Matrix', form.host)
  if (!address.ok) return unhealthy(address.failure.message)
  const tls = { skipVerify: form.insecure_tls }
  const client = `${address.value}/_matrix/client`
  if (form.user === undefined || accessToken.test(form.password)) {
    const headers = { authorization: `Bearer ${form.password}` }
    const answer = await askApi({ url: `${client}/v3/account/whoami`, headers, tls }, owner, context)
    if (!answer.ok) return answer.failure
    const { value, details } = answer.value
    return healthy({ message: `signed in as ${value.user_id}`, details })
  }
  const answer = await askApi({ url: `${client}/versions`, tls }, versions, context)
  if (!answer.ok) return answer.failure
  const { value, details } = answer.value
  return healthy({
    message: `Matrix ${value.versions.at(-1) ?? ''} answers; the password is not tested`,
    details,
  })
}

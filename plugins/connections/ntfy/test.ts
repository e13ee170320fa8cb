import { askApi } from '@binnacle/plugin-kit/connection-http'
import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy, unhealthy } from '@binnacle/plugin-kit/core'
import { basicAuthorization } from '@binnacle/plugin-kit/http'
import { z } from 'zod'
import type { NtfyForm } from './spec.ts'

const permission = z.object({ success: z.boolean() })

/** A password without user is an access token, as messages use it. */
function authorizationOf({ username = '', password = '' }: Pick<NtfyForm, 'username' | 'password'>) {
  if (password === '') return {}
  return username === ''
    ? { authorization: `Bearer ${password}` }
    : basicAuthorization({ username, password })
}

/** Asks whether the topic is open to the user (https://docs.ntfy.sh/subscribe/api/#authentication). Publishes nothing. */
export const test: TestConnectionForm<NtfyForm> = async (form, context) => {
  const { host, topic, insecure_tls: isPlain } = form
  const url = `${isPlain ? 'http' : 'https'}://${host}/${encodeURIComponent(topic)}/auth`
  const answer = await askApi({ url, headers: authorizationOf(form) }, permission, context)
  if (!answer.ok) return answer.failure
  const { value, details } = answer.value
  return value.success
    ? healthy({ message: 'the server answers and the topic can be read', details })
    : unhealthy('the topic is not open to this user', { details })
}

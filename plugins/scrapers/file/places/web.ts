import { credentialsOf, tlsSettings } from '@binnacle/plugin-kit/core'
import { basicAuthorization } from '@binnacle/plugin-kit/http'
import { fetchSource, isPage, pageProblem } from '../../fetch.ts'
import { LARGEST_FILE, type ReadPlace } from '../place.ts'

/** Reads one file of a web server. */
export const readWeb: ReadPlace<'web'> = async function* ({ address, spec }, context) {
  const answered = await fetchSource(
    {
      url: address.url,
      mostBytes: LARGEST_FILE,
      headers: { accept: '*/*', ...basicAuthorization(credentialsOf(spec)) },
      tls: tlsSettings(spec.tlsConfig),
    },
    context,
  )
  if (!answered.ok) {
    yield { problem: context.redact(answered.failure.message) }
    return
  }
  const answer = answered.value
  const path = new URL(address.url).pathname.split('/').at(-1) ?? ''
  if (spec.format !== 'raw' && isPage(answer))
    yield { problem: `${pageProblem(answer, context)}, expected a file` }
  else yield { path: path === '' ? 'index' : path, bytes: answer.body }
}

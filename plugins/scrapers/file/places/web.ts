import { credentialsOf, tlsSettings } from '@binnacle/plugin-kit/core'
import { basicAuthorization } from '@binnacle/plugin-kit/http'
import { fetchSource, isPage, pageProblem } from '@binnacle/clients/http/fetch'
import { LARGEST_ARCHIVE, readArchive } from '../archive.ts'
import { LARGEST_FILE, type ReadPlace } from '../place.ts'

/** Reads one file of a web server, or the files of an archive. */
export const readWeb: ReadPlace<'web'> = async function* ({ address, spec }, context) {
  const answered = await fetchSource(
    {
      url: address.url,
      mostBytes: address.archive === undefined ? LARGEST_FILE : LARGEST_ARCHIVE,
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
  if ((spec.format !== 'raw' || address.archive !== undefined) && isPage(answer))
    yield { problem: `${pageProblem(answer, context)}, expected a file` }
  else if (address.archive !== undefined)
    yield* readArchive(
      path,
      {
        bytes: answer.body,
        kind: address.archive,
        folder: address.folder,
        wanted: { paths: spec.paths, ignore: spec.ignore, format: spec.format },
      },
      context,
    )
  else yield { path: path === '' ? 'index' : path, bytes: answer.body }
}

import { prepareCheckout } from '@binnacle/clients/git/checkout'
import { MOST_KEPT } from '@binnacle/plugin-kit/core'
import { LARGEST_FILE, patternsOf, type ReadPlace } from '../place.ts'

const MOST_OUTPUT_BYTES = 65_536
/** How the runner of commands ends a sentence about a link. */
const LINK = 'links are not followed'

/** Exit code where the repository does not have the folder. */
const NO_FOLDER = 96
/** Bash that looks for the folder of the address. $1: the folder */
const LOOK = `[ -d "./$1" ] || exit ${NO_FOLDER}`

/** Checks a repository out and reads its files. Links in it are not followed. */
export const readRepository: ReadPlace<'git'> = async function* ({ address, spec, selects }, context) {
  const { username, password, certificate, hostKey, tlsConfig } = spec
  const repository = {
    url: address.repository,
    ...(address.ref === undefined ? {} : { branch: address.ref }),
    username,
    password,
    certificate,
    hostKey,
    tlsConfig,
  }
  const prepared = await prepareCheckout([LOOK, 'bash', address.folder], repository, context)
  if ('state' in prepared) {
    yield { problem: prepared.error ?? 'the repository could not be checked out' }
    return
  }
  try {
    const folder = address.folder === '' ? '' : `${address.folder}/`
    const ended = await context.commands.run({
      file: 'bash',
      arguments: prepared.arguments,
      environment: prepared.environment,
      signal: context.signal,
      maxOutputBytes: MOST_OUTPUT_BYTES,
      keep: {
        folder: prepared.folder,
        paths: patternsOf(spec).map((pattern) => folder + pattern),
        maxFiles: MOST_KEPT.files,
        maxFileBytes: LARGEST_FILE,
        maxTotalBytes: MOST_KEPT.bytes,
      },
    })
    if (!ended.ok) {
      yield { problem: context.redact(ended.failure.message) }
      return
    }
    const failure = prepared.failureOf(ended.value)
    if (failure === undefined && ended.value.exitCode === NO_FOLDER) {
      yield { problem: `${address.shown} has no folder "${address.folder}"` }
      return
    }
    if (failure !== undefined || ended.value.exitCode !== 0) {
      yield { problem: failure?.error ?? `${address.shown} could not be checked out` }
      return
    }
    const { files = [], leftOut = [] } = ended.value.kept ?? {}
    for (const words of leftOut) {
      if (words.endsWith(LINK)) context.log(words)
      else yield { problem: context.redact(words) }
    }
    for (const { path, content } of files) {
      const inside = path.slice(folder.length)
      if (path.startsWith(folder) && selects(inside)) yield { path: inside, bytes: content }
    }
  } finally {
    await prepared.close()
  }
}

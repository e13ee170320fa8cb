import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import type { GitForm } from './spec.ts'

const NO_GIT = 96
const NO_REF = 2
const MAX_OUTPUT_BYTES = 65_536

/** Lists the ref of a repository. Fetches nothing, and git gets no secret, because the transport adds it. */
export const test: TestConnectionForm<GitForm> = async (form, context) => {
  const [
    { readGitAddress, showGitAddress },
    { openGitTransport, withoutTransport },
    { PLAIN_GIT, REPOSITORY },
  ] = await Promise.all([
    import('@binnacle/clients/git/address'),
    import('@binnacle/clients/git/transport'),
    import('@binnacle/clients/git/shell'),
  ])
  const { certificate, username, password, insecureTls } = context.connection
  const address = readGitAddress(form.url)
  if (address === undefined)
    return unknown(
      `"${form.url}" is not the address of a repository; write https://host/path or ssh://user@host/path`,
    )
  const transport = await openGitTransport(
    {
      address,
      credentials: {
        ...(username === undefined ? {} : { username }),
        ...(password === undefined ? {} : { password }),
      },
      tls: insecureTls ? { skipVerify: true } : {},
      privateKey: certificate,
      hostKey: form.host_key,
      services: ['git-upload-pack'],
    },
    context,
  )
  try {
    const script = `command -v git >/dev/null || exit ${NO_GIT}\n${PLAIN_GIT}\ngit ls-remote --exit-code -- "$1" "$2"`
    const ended = await context.commands.run({
      file: 'bash',
      arguments: ['-c', script, 'bash', REPOSITORY, form.ref],
      environment: transport.environment,
      signal: context.signal,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    })
    const shown = showGitAddress(address)
    if (!ended.ok) {
      const { code, message } = ended.failure
      return code === 'timeout' ? unhealthy(`${shown} ${message}`) : unknown(message)
    }
    const { exitCode, stdout, stderr } = ended.value
    if (exitCode === NO_GIT) return unknown('git is missing on the machine that runs Binnacle')
    if (exitCode === NO_REF) return unhealthy(`${shown} has no branch or tag "${form.ref}"`)
    if (exitCode === 0) {
      const commit = stdout.split(/\s/)[0] ?? ''
      return healthy({ message: `${form.ref} is at ${commit.slice(0, 12)}`, details: { commit } })
    }
    const failure = transport.failure()
    const output = context.redact(withoutTransport(stderr, transport, address).trim())
    const message = `${shown}: ${failure?.message ?? output.split('\n').at(-1) ?? ''}`
    return failure?.isDenied === true ? unknown(message) : unhealthy(message)
  } finally {
    await transport.close()
  }
}

import { randomBytes } from 'node:crypto'
import type { RunCheck } from '@binnacle/plugin-kit/checks'
import { healthy, UNRESOLVED, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import { readGitOptions, showGitAddress } from '@binnacle/clients/git/address'
import { openGitTransport, withoutTransport } from '@binnacle/clients/git/transport'
import { PLAIN_GIT, REPOSITORY } from '@binnacle/clients/git/shell'
import { gitTarget } from '@binnacle/clients/git/fields'
import type { GitProtocolSpec } from './spec.ts'

const MAX_OUTPUT_BYTES = 65_536
/** Most attempts to push. Git refuses a push if others push at the same time. */
const ATTEMPTS = 5
const NO_GIT = 96

/** Bash that pushes and reads back. $1: branch or empty; $2: file; $3: its new content. */
const PUSH = `
command -v git >/dev/null || exit ${NO_GIT}
${PLAIN_GIT}
export GIT_AUTHOR_NAME=Binnacle GIT_AUTHOR_EMAIL=binnacle@localhost
export GIT_COMMITTER_NAME=Binnacle GIT_COMMITTER_EMAIL=binnacle@localhost
git clone --quiet --no-tags --single-branch --no-recurse-submodules --template= --depth 1 \\
  \${1:+--branch "$1"} -- ${REPOSITORY} repository || exit 1
cd repository || exit 1
branch=$(git symbolic-ref --short HEAD) || exit 1
for attempt in $(seq ${ATTEMPTS}); do
  # A link in the repository would be followed.
  rm -rf -- "$2" && printf '%s\\n' "$3" >"$2" && git add --force -- "$2" || exit 1
  git commit --quiet --no-verify --message "Write $2" || exit 1
  if said=$(git push --quiet origin "HEAD:refs/heads/$branch" 2>&1); then pushed=yes; break; fi
  case $said in *rejected*|*'failed to lock'*|*'cannot lock'*|*'remote rejected'*) ;; *) break ;; esac
  git fetch --quiet --depth 1 origin "$branch" && git reset --quiet --hard FETCH_HEAD || break
done
if [ -z "\${pushed-}" ]; then echo "$said" >&2; exit 1; fi
written=$(git rev-parse HEAD)
cd .. && git clone --quiet --no-tags --single-branch --no-recurse-submodules --template= --depth 50 --no-checkout \\
  --branch "$branch" -- ${REPOSITORY} again || exit 1
read=$(git -C again show "$written:$2") || exit 1
if [ "$read" != "$3" ]; then echo "the server gave back another $2 than was pushed" >&2; exit 1; fi
echo "$branch $written"`

export const run: RunCheck<GitProtocolSpec> = async (spec, context) => {
  const target = gitTarget(spec)
  if (target === undefined) return unknown(UNRESOLVED)
  const { address } = target
  const file = spec.filename ?? 'test.txt'
  const branch = spec.branch ?? readGitOptions(spec.url ?? '').branch ?? ''
  const text = `${context.now().toISOString()} ${randomBytes(8).toString('hex')}`
  const services = ['git-upload-pack', 'git-receive-pack'] as const
  const transport = await openGitTransport({ ...target, services }, context)
  try {
    const ended = await context.commands.run({
      file: 'bash',
      arguments: ['-c', PUSH, 'bash', branch, file, text],
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
    if (exitCode === NO_GIT) return unknown('git is missing on the machine that runs this check')
    if (exitCode === 0) {
      const [pushedTo = '', commit = ''] = stdout.trim().split(' ')
      return healthy({
        message: `pushed ${file} to ${pushedTo} and read it back`,
        details: { branch: pushedTo, commit, file },
      })
    }
    const output = context.redact(withoutTransport(stderr, transport, address).trim())
    const failure = transport.failure()
    const message = `${shown}: ${failure?.message ?? output.split('\n').at(-1) ?? ''}`
    const evidence = { details: { stderr: output.slice(0, 4_000) } }
    return failure?.isDenied === true ? unknown(message, evidence) : unhealthy(message, evidence)
  } finally {
    await transport.close()
  }
}

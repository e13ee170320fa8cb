import { randomBytes } from 'node:crypto'
import { type CheckOutcome, UNRESOLVED, unhealthy, unknown, type RunContext } from '@binnacle/plugin-kit/core'
import type { CommandResult } from '@binnacle/plugin-kit/core'
import { readGitOptions, showGitAddress } from './address.ts'
import { openGitTransport, withoutTransport } from './transport.ts'
import { CHECKOUT, CHECKOUT_FAILED } from './shell.ts'
import { type Checkout, gitTarget } from './fields.ts'

/** A script that runs in the checkout of a repository. */
export interface CheckoutScript {
  /** Arguments of bash. */
  arguments: readonly string[]
  /** Variables that it needs besides those of the script. */
  environment: Readonly<Record<string, string>>
  /** Folder of the script, relative to its scratch folder. */
  folder: string
  /** The outcome of a failed checkout. @returns undefined if the script ran */
  failureOf(result: Pick<CommandResult, 'exitCode' | 'stderr'>): CheckOutcome | undefined
  close(): Promise<void>
}

/**
 * Prepares to run a script in a repository.
 * @param script arguments that bash gets after -c
 * @returns the outcome of the check if it cannot run
 */
export async function prepareCheckout(
  script: readonly string[],
  checkout: Checkout,
  context: RunContext,
): Promise<CheckoutScript | CheckOutcome> {
  const target = gitTarget(checkout)
  if (target === undefined) return unknown(UNRESOLVED)
  const { address } = target
  const options = readGitOptions(checkout.url ?? '')
  const mark = randomBytes(16).toString('hex')
  const transport = await openGitTransport({ ...target, services: ['git-upload-pack'] }, context)
  const shown = showGitAddress(address)
  const folder = checkout.destination ?? 'checkout'
  return {
    arguments: [
      '-c',
      CHECKOUT,
      'bash',
      mark,
      folder,
      checkout.branch ?? options.branch ?? '',
      String(checkout.depth ?? options.depth ?? 1),
      ...script,
    ],
    environment: { ...transport.environment, BINNACLE_GIT_ORIGIN: shown },
    folder,
    failureOf({ exitCode, stderr }) {
      const [before = '', reason] = stderr.split(`${mark} `)
      if (exitCode !== CHECKOUT_FAILED || reason === undefined) return undefined
      if (reason.trim() === 'missing') return unknown('git is missing on the machine that runs this check')
      const output = context.redact(withoutTransport(before, transport, address).trim())
      const failure = transport.failure()
      const line = output.split('\n').at(-1) ?? ''
      const message = `${shown} could not be checked out: ${failure?.message ?? line}`
      const evidence = { details: { stderr: output.slice(0, 4_000) } }
      return failure?.isDenied === true ? unknown(message, evidence) : unhealthy(message, evidence)
    },
    close: () => transport.close(),
  }
}

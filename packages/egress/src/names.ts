import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { EgressFailure } from './failure.ts'
import { createHostFiles, type HostFiles } from './hosts.ts'

/** Turns a host name into addresses, IPv4 first. */
export type ResolveName = (name: string) => Promise<Result<readonly string[], EgressFailure>>

const notFoundCodes = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME'])

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function notFound(name: string): EgressFailure {
  return { code: 'name-not-found', message: `the name ${name} does not exist` }
}

/**
 * Resolves names as the C library does on Linux (hosts file, search list, name servers), but without its threads: a
 * name server that hangs cannot delay other names, as it would with the four threads of `dns.lookup`.
 */
function createPatientResolver(files: HostFiles): ResolveName {
  async function ask(name: string): Promise<Result<readonly string[], EgressFailure>> {
    // A new resolver reads changed name servers, and is dropped after the query.
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return succeed(addresses)
    const failures = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [errorCode(answer.reason)] : [],
    )
    const grave = failures.find((code) => !notFoundCodes.has(code))
    if (grave === undefined) return fail(notFound(name))
    return fail({ code: 'name-server', message: `no name server answered for ${name} (${grave})` })
  }

  return async (name) => {
    const fixed = await files.addressesOf(name)
    if (fixed.length > 0) return succeed(fixed.toSorted((a, b) => isIP(a) - isIP(b)))
    let last: Result<readonly string[], EgressFailure> = fail(notFound(name))
    for (const candidate of await files.candidates(name)) {
      last = await ask(candidate)
      if (last.ok || last.failure.code !== 'name-not-found') return last
    }
    return fail({ ...(last.ok ? notFound(name) : last.failure), message: notFound(name).message })
  }
}

/** Resolves by the system, for platforms whose files do not contain all that the system knows. */
const resolveBySystem: ResolveName = async (name) => {
  try {
    const found = await lookup(name, { all: true, order: 'ipv4first' })
    return succeed(found.map((entry) => entry.address))
  } catch (error) {
    const code = errorCode(error)
    return fail(
      notFoundCodes.has(code)
        ? notFound(name)
        : { code: 'name-server', message: `no name server answered for ${name} (${code})` },
    )
  }
}

/** Creates the resolver for this platform. Concurrent requests for one name share one query. */
export function createNameResolver(files: HostFiles = createHostFiles()): ResolveName {
  const resolve = process.platform === 'linux' ? createPatientResolver(files) : resolveBySystem
  const pending = new Map<string, ReturnType<ResolveName>>()
  return (name) => {
    const key = name.toLowerCase()
    const running = pending.get(key)
    if (running !== undefined) return running
    const question = resolve(key).finally(() => pending.delete(key))
    pending.set(key, question)
    return question
  }
}

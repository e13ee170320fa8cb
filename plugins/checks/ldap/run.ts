import type { RunCheck } from '@binnacle/plugin-kit/checks'
import {
  type CheckOutcome,
  credentialsOf,
  healthy,
  type Json,
  tlsSettings,
  unhealthy,
  unknown,
  UNRESOLVED,
} from '@binnacle/plugin-kit/core'
import { errorText, TalkFailure, talkTo } from '@binnacle/plugin-kit/talk'
import { ldapMessages } from './messages.ts'
import { type LdapSpec, readLdapUrl } from './spec.ts'

/** Most requested entries. One is enough. */
const MOST_ENTRIES = 100

/** Describes a server's refusal in words: its code is a number, and its own text is often empty. */
async function inWords<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer
  } catch (error) {
    const { ResultCodeError } = await import('ldapts')
    if (!(error instanceof ResultCodeError)) throw error
    // The library names errors after the result codes of RFC 4511, such as InvalidCredentialsError.
    const name = error.name
      .replace(/Error$/, '')
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
    const message = error.message
      .trimEnd()
      .replace(/Code: 0x[0-9a-f]+$/i, '')
      .trim()
    throw new TalkFailure(`${name} (code ${error.code})${message === '' ? '' : `: ${message}`}`, {
      reason: String(error.code),
    })
  }
}

function entriesOutcome(
  count: number,
  { base, filter }: { base: string; filter: string },
  details: Record<string, Json>,
): CheckOutcome {
  const evidence = { details: { results: { count }, ...details } }
  if (count === 0)
    return unhealthy(`no entry below ${base} matches ${filter}, expected at least one`, evidence)
  const message = count === 1 ? '1 entry' : `${count} entries${count < MOST_ENTRIES ? '' : ' or more'}`
  return healthy({ ...evidence, message })
}

export const run: RunCheck<LdapSpec> = async (spec, context) => {
  if (spec.url === undefined) return unknown(UNRESOLVED)
  const address = readLdapUrl(spec.url)
  if (address === undefined) return unknown('the URL is not of the form ldap://host:port')
  const { Client: LdapClient, FilterParser } = await import('ldapts')
  const filter = spec.userSearch ?? '(objectClass=*)'
  try {
    FilterParser.parseString(filter)
  } catch (error) {
    return unknown(`the filter ${filter} cannot be read: ${errorText(error)}`)
  }
  const { username, password } = credentialsOf(spec)
  const tls = tlsSettings({
    ...(spec.skipTLSVerify === undefined ? {} : { insecureSkipVerify: spec.skipTLSVerify }),
    ...spec.tlsConfig,
  })
  const { host, port } = address
  return talkTo(
    { host, port, messages: ldapMessages, ...(address.tls ? { tls } : {}) },
    context,
    async ({ connection, enter, details }) => {
      enter('signing in')
      const client = new LdapClient({
        // The connection is already open, and secured if required.
        url: 'ldap://connected',
        createConnection: () => connection.socket,
        strictDN: false,
      })
      // Without a user this is anonymous. A server that requires one refuses the search.
      await inWords(client.bind(username ?? '', password ?? ''))
      if (spec.bindDN === undefined) return healthy({ details: details(), message: 'signed in' })
      enter('searching')
      const { searchEntries } = await inWords(
        client.search(spec.bindDN, {
          filter,
          scope: 'sub',
          sizeLimit: MOST_ENTRIES,
          // RFC 4511, section 4.5.1.8: this name requests no attributes.
          attributes: ['1.1'],
        }),
      )
      return entriesOutcome(searchEntries.length, { base: spec.bindDN, filter }, details())
    },
  )
}

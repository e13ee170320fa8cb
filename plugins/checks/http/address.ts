import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  type Credentials,
  credentialsOf,
  fillPlaceholders,
  httpAddress,
  namedTexts,
  placeholderPart,
  secretNames,
  soleIn,
  takeUserinfo,
} from '@binnacle/plugin-kit/core'
import type { HttpSpec } from './spec.ts'

/** The URL of a check after its variables were filled in. */
interface FilledAddress {
  url: string
  /** Parts of the URL or credentials that came from variables and must not appear in outputs. */
  parts: readonly string[]
  /** User and password that came from variables. */
  credentials?: Credentials
}

type Variables = Readonly<Record<string, string>>

function valueOf(variables: Variables, name: string): string | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined
}

/** Fills in user and password if at least one of them is only `$(name)`. */
function fillCredentials(spec: HttpSpec, variables: Variables): Credentials | undefined {
  const written = credentialsOf(spec)
  let isFilled = false
  const filled = Object.entries(written).map(([key, text]: [string, string]) => {
    const name = soleIn(text)
    const value = name === undefined ? undefined : valueOf(variables, name)
    if (value !== undefined) isFilled = true
    return [key, value ?? text]
  })
  return isFilled ? Object.fromEntries(filled) : undefined
}

function secretsOf({ username, password }: Credentials): string[] {
  return [username, password].filter((text) => text !== undefined)
}

/** Fills the variables into the URL and credentials of a check. @returns the error if one is invalid */
export function fillAddress(spec: HttpSpec & { url: string }): Result<FilledAddress, string> {
  const variables: Variables = Object.fromEntries(namedTexts(spec.env))
  const hidden = secretNames(spec.env)
  const credentials = fillCredentials(spec, variables)
  const given = credentials === undefined ? {} : { credentials }
  const proofs = credentials === undefined ? [] : [credentials.password ?? '']
  const sole = soleIn(spec.url)
  if (sole === undefined) {
    const filled = fillPlaceholders(spec.url, variables)
    if (!filled.ok) return fail(`there is no variable for ${filled.failure.join(', ')}`)
    const parts = [...hidden].map((name) => placeholderPart(valueOf(variables, name) ?? ''))
    return succeed({ url: filled.value.text, parts: [...parts, ...proofs], ...given })
  }
  const { url, ...inside } = takeUserinfo((valueOf(variables, sole) ?? '').trim())
  if (!httpAddress.safeParse(url).success)
    return fail(`the variable "${sole}" is not an http or https address`)
  const parts = hidden.has(sole) ? [url, URL.parse(url)?.href ?? url] : []
  const isInside = inside.username !== undefined || inside.password !== undefined
  return isInside && credentials === undefined
    ? succeed({ url, parts: [...parts, ...secretsOf(inside)], credentials: inside })
    : succeed({ url, parts: [...parts, ...proofs], ...given })
}

/** A check that uses other credentials. */
export function withCredentials(spec: HttpSpec, { username, password }: Credentials): HttpSpec {
  const { authentication, ...rest } = spec
  return {
    ...rest,
    ...(authentication === undefined
      ? {}
      : { authentication: { ...authentication, username: undefined, password: undefined } }),
    username,
    password,
  }
}

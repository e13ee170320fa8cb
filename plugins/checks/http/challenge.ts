/** One authentication method that a server offers (RFC 9110, section 11.6.1). */
export interface Challenge {
  /** In lower case. */
  scheme: string
  /** By name in lower case. */
  parameters: Readonly<Record<string, string>>
  /** A token in place of parameters, as in the steps of NTLM. */
  token?: string
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const schemeName = new RegExp(`^(${TOKEN})\\s*`)
const parameter = new RegExp(`^(${TOKEN})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN}))\\s*(?=,|$)`)
const token68 = /^([A-Za-z0-9._~+/-]+=*)\s*(?=,|$)/

function readHeader(header: string): Challenge[] {
  const found: { scheme: string; parameters: Record<string, string>; token?: string }[] = []
  let rest = header.trim()
  const take = (pattern: RegExp) => {
    const match = pattern.exec(rest)
    if (match !== null) rest = rest.slice(match[0].length)
    return match
  }
  for (rest = rest.replace(/^[\s,]+/, ''); rest !== ''; rest = rest.replace(/^[\s,]+/, '')) {
    const current = found.at(-1)
    const named = current === undefined ? null : take(parameter)
    if (current !== undefined && named !== null) {
      const [, name = '', inQuotes, plain = ''] = named
      current.parameters[name.toLowerCase()] = inQuotes?.replaceAll(/\\(.)/g, '$1') ?? plain
      continue
    }
    const begun = take(schemeName)
    if (begun === null) break
    const token = parameter.test(rest) ? null : take(token68)
    found.push({
      scheme: (begun[1] ?? '').toLowerCase(),
      parameters: {},
      ...(token?.[1] === undefined ? {} : { token: token[1] }),
    })
  }
  return found
}

/** Parses WWW-Authenticate headers. A malformed part ends its header. */
export function readChallenges(headers: readonly string[]): Challenge[] {
  return headers.flatMap(readHeader)
}

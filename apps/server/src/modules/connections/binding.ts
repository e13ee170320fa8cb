import { namesValue } from '@binnacle/contract/schema'
import { type ConnectionValues, renderConnection } from '@binnacle/plugin-kit/core'

/** Properties that neither lead anywhere nor say who is trusted. */
const harmlessProperties: ReadonlySet<string> = new Set([
  'contentType',
  'db',
  'domain',
  'objectPath',
  'path',
  'searchPath',
  'share',
  'sharename',
  'usePathStyle',
  'workstation',
])

const AUTHORITY = '-----BEGIN CERTIFICATE-----'

/** Where a URL leads: of http and https the origin counts, of others every character. */
function placeOf(connection: ConnectionValues): string | undefined {
  const rendered = renderConnection(connection)
  const text = rendered.ok ? rendered.value.url : connection.url
  const url = URL.parse(text ?? '')
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : text
}

function textsOf({ url, username, password, certificate, properties }: ConnectionValues): string[] {
  return [url, username, password, certificate, ...Object.values(properties)].filter(
    (text) => text !== undefined,
  )
}

/** Whom TLS trusts. */
const authorityOf = ({ certificate }: ConnectionValues) =>
  certificate?.includes(AUTHORITY) === true ? certificate : undefined

/**
 * What of a connection decides where its secrets go and changed.
 * @param harmless places of which the type says that they do not
 * @returns the field, as forms name it; undefined where nothing did
 */
export function changedPlace(
  stored: ConnectionValues,
  wanted: ConnectionValues,
  harmless: ReadonlySet<string>,
): string | undefined {
  if (stored.type !== wanted.type) return 'type'
  if (placeOf(stored) !== placeOf(wanted)) return 'url'
  // References to values that are kept elsewhere are looked up in the namespace.
  if (stored.namespace !== wanted.namespace && textsOf(wanted).some(namesValue)) return 'namespace'
  if (wanted.insecureTls && !stored.insecureTls) return 'insecure_tls'
  if (authorityOf(stored) !== authorityOf(wanted)) return 'certificate'
  const names = new Set([...Object.keys(stored.properties), ...Object.keys(wanted.properties)])
  const property = [...names].find(
    (name) =>
      !harmlessProperties.has(name) &&
      !harmless.has(`properties.${name}`) &&
      stored.properties[name] !== wanted.properties[name],
  )
  return property === undefined ? undefined : `properties.${property}`
}

import type { Resource } from './discovery.ts'

/** Which objects of a kind are read. */
export interface Selection {
  /** One namespace; all if left out. */
  namespace?: string | undefined
  labelSelector?: string | undefined
  fieldSelector?: string | undefined
}

/** The path of a list of the API, with its query. Parameters that are undefined are left out. */
export function listPath(
  { apiVersion, plural, namespaced }: Pick<Resource, 'apiVersion' | 'plural' | 'namespaced'>,
  { namespace, labelSelector, fieldSelector }: Selection,
  parameters: Readonly<Record<string, string | undefined>> = {},
): string {
  const base = `${apiVersion.includes('/') ? '/apis' : '/api'}/${apiVersion}`
  const within = namespaced && namespace !== undefined ? `/namespaces/${encodeURIComponent(namespace)}` : ''
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries({ labelSelector, fieldSelector, ...parameters }))
    if (value !== undefined) query.set(key, value)
  const text = query.toString()
  return `${base}${within}/${plural}${text === '' ? '' : `?${text}`}`
}

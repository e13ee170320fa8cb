/** The name and namespace in a reference such as `connection://default/mail`; nothing of an id. */
export function readReferenceName(written: string): { name?: string; namespace?: string } {
  const [, path = ''] = /^connection:\/\/(.+)$/.exec(written.trim()) ?? []
  const parts = path.split('/').filter((part) => part !== '')
  const name = parts.at(-1)
  if (name === undefined) return {}
  return parts.length === 1 ? { name } : { name, namespace: parts.at(-2) ?? 'default' }
}

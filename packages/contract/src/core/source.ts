/** The source of what people create on the screens. What an API client creates has none, unless the client names this one. */
export const UI_SOURCE = 'UI'

/** Whether people created something on the screens or by the API, so that they may change it there. */
export function isEditableSource(source: string | null): boolean {
  return source === null || source === '' || source === UI_SOURCE
}

/**
 * The source that a client names for what it creates. Clients cannot name other sources, because files and controllers
 * own them.
 * @param named the unvalidated value of the client
 * @returns null for no source
 */
export function namedSource(named: unknown): typeof UI_SOURCE | null {
  return named === UI_SOURCE ? UI_SOURCE : null
}

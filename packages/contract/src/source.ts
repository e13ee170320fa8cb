/** The source of what people make in the interface. What the API makes has none unless its client names this one. */
export const UI_SOURCE = 'UI'

/** Whether people made something, in the interface or by the API, and may change it there. */
export function isEditableSource(source: string | null): boolean {
  return source === null || source === '' || source === UI_SOURCE
}

/**
 * The source that a client names for what it makes. Files and controllers own the others, so that no client can claim
 * them.
 * @param named anything that a client sent
 * @returns null for none
 */
export function namedSource(named: unknown): typeof UI_SOURCE | null {
  return named === UI_SOURCE ? UI_SOURCE : null
}

/** Topics of roles and flags, which decide which topics a person may follow. The frame of every page needs them. */
export const RIGHTS = ['people', 'properties'] as const

/** Messages of the server's stream. */
export type LiveMessage =
  | { kind: 'change'; topic: string; ids: readonly string[] | null }
  /** Messages may be lost, so treat everything as changed. */
  | { kind: 'resync' }
  /** The person may no longer follow one of the topics, or no topic at all. */
  | { kind: 'refused' }
  | { kind: 'state'; online: boolean }

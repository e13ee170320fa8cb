/** What a detector found in the facts of a moment. */
export type Finding =
  | { isBlind: false }
  /** `since`: when it began, if the facts say so. */
  | { isBlind: true; reason: string; since?: Date }

/** The finding of a detector that sees. */
export const sees: Finding = { isBlind: false }

import type { SilenceTarget } from '@binnacle/contract/notifications'

/** Address of the list of silences. */
export const SILENCES_PATH = '/notifications/silences'
/** Address of the form of a new silence. */
export const ADD_SILENCE_PATH = '/notifications/silences/add'

/** Returns the address of the form of a new silence of a resource. */
export function addSilenceHref(target: SilenceTarget, id: string): `${typeof ADD_SILENCE_PATH}?${string}` {
  return `${ADD_SILENCE_PATH}?${target}=${encodeURIComponent(id)}`
}

/** Returns the address of a silence. */
export function silenceHref(id: string): `${typeof SILENCES_PATH}?id=${string}` {
  return `${SILENCES_PATH}?id=${encodeURIComponent(id)}`
}

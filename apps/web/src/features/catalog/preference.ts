import { readStored, writeStored } from '@binnacle/ui'

/** A preference that is on or off: this browser stores it, and the address wins where it names it. */
export interface Preference {
  value: boolean
  set: (value: boolean) => void
}

const keyOf = (name: string): string => `binnacle.catalog.${name}`

/**
 * Reads a preference.
 * @param named what the address says, `true` or `false`
 * @param onName writes the choice to the address, so that a copied link shows others the same
 * @param atFirst what it is until somebody turns it. Default: on
 */
export function preferenceOf(
  name: string,
  named: string | undefined,
  onName: (text: string | undefined) => void,
  atFirst = true,
): Preference {
  const stored = readStored(keyOf(name)) === (atFirst ? 'no' : 'yes') ? !atFirst : atFirst
  return {
    value: named === 'true' || (named !== 'false' && stored),
    set(value) {
      writeStored(keyOf(name), value ? 'yes' : 'no')
      onName(value === atFirst ? undefined : String(value))
    },
  }
}

/** Whether archived items are shown, on all pages of the catalog alike. */
export function archivedPreference(
  named: string | undefined,
  onName: (text: string | undefined) => void,
): Preference {
  return preferenceOf('show-archived', named, onName, false)
}

/** Source: SHELL-037. */
const FAVORITES = keyOf('configTypesFavorites')

/** The types that the person pinned, as this browser stores them. */
export function readFavorites(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(readStored(FAVORITES) ?? '{}')
    return new Set(
      typeof stored === 'object' && stored !== null
        ? Object.entries(stored).flatMap(([type, pinned]) => (pinned === true ? [type] : []))
        : [],
    )
  } catch {
    return new Set()
  }
}

/** Stores the pinned types, as a map of type to true. */
export function writeFavorites(types: ReadonlySet<string>): void {
  writeStored(FAVORITES, JSON.stringify(Object.fromEntries([...types].map((type) => [type, true]))))
}

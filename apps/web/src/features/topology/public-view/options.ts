import { type ThemePreference, themePreferences } from '@binnacle/ui/theme'
import { cardSizes } from '../preferences.ts'

type CardSize = keyof typeof cardSizes

/** What the address of a public view says. */
export interface ViewOptions {
  id: string
  /** The secret part of the link. */
  key: string
  /** Width of a card in CSS pixels. Source: VIEW-002, TOP-010. */
  width: number
  theme: ThemePreference
}

/** Size of cards where the address names none that there is. */
const DEFAULT_SIZE: CardSize = 'large'

const isSize = (text: string): text is CardSize => Object.hasOwn(cardSizes, text)

/** Reads the address of a public view, such as `/view/topology/{id}?size=small&theme=dark#key=…`. */
export function readOptions({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): ViewOptions {
  const parameters = new URLSearchParams(search)
  const size = parameters.get('size') ?? ''
  const theme = parameters.get('theme')
  return {
    id: pathname.split('/').at(-1) ?? '',
    key: new URLSearchParams(hash.slice(1)).get('key') ?? '',
    width: cardSizes[isSize(size) ? size : DEFAULT_SIZE],
    theme: themePreferences.find((known) => known === theme) ?? 'system',
  }
}

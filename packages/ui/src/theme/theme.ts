import { readStored } from '../utilities/storage.ts'

/** Looks that exist. `contrast` is light text on black with strong boundaries. */
export const themes = ['light', 'dark', 'contrast'] as const
export type Theme = (typeof themes)[number]

/** What a person may choose: a theme, or whatever the operating system asks for. */
export const themePreferences = ['system', ...themes] as const
export type ThemePreference = (typeof themePreferences)[number]

/** How tightly rows and controls are set. */
export const densities = ['compact', 'comfortable'] as const
export type Density = (typeof densities)[number]

export const THEME_KEY = 'binnacle.theme'
export const DENSITY_KEY = 'binnacle.density'

/** Media queries that decide what `system` stands for. */
export const systemQueries = {
  dark: '(prefers-color-scheme: dark)',
  contrast: '(prefers-contrast: more)',
} as const

/** What the operating system asks for. */
export interface SystemAppearance {
  dark: boolean
  contrast: boolean
}

/** Reads a stored preference; anything unknown is `system`. */
export function parseThemePreference(text: string | undefined): ThemePreference {
  return themePreferences.find((preference) => preference === text) ?? 'system'
}

/** Reads a stored density; anything unknown is `compact`. */
export function parseDensity(text: string | undefined): Density {
  return densities.find((density) => density === text) ?? 'compact'
}

/** The theme to show. A system that asks for more contrast gets the high-contrast theme, light or dark. */
export function resolveTheme(preference: ThemePreference, system: SystemAppearance): Theme {
  if (preference !== 'system') return preference
  if (system.contrast) return 'contrast'
  return system.dark ? 'dark' : 'light'
}

/** What the operating system asks for now. */
function systemAppearance(): SystemAppearance {
  return {
    dark: matchMedia(systemQueries.dark).matches,
    contrast: matchMedia(systemQueries.contrast).matches,
  }
}

/** Puts a theme and a density on the document. */
export function applyTheme(theme: Theme, density: Density): void {
  document.documentElement.dataset['theme'] = theme
  document.documentElement.dataset['density'] = density
}

/** Shows the stored theme. The app calls this before anything else, so that the first paint has the right colours. */
export function applyStoredTheme(): void {
  const preference = parseThemePreference(readStored(THEME_KEY))
  applyTheme(resolveTheme(preference, systemAppearance()), parseDensity(readStored(DENSITY_KEY)))
}

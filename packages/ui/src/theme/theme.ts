import { readStored } from '../utilities/storage.ts'

/** Themes. `contrast` is light text on black with strong borders. */
export const themes = ['light', 'dark', 'contrast'] as const
export type Theme = (typeof themes)[number]

/** Choices of a person: a theme, or the preference of the operating system. */
export const themePreferences = ['system', ...themes] as const
export type ThemePreference = (typeof themePreferences)[number]

/** Spacing of rows and controls. */
export const densities = ['compact', 'comfortable'] as const
export type Density = (typeof densities)[number]

export const THEME_KEY = 'binnacle.theme'
export const DENSITY_KEY = 'binnacle.density'

/** Media queries that resolve `system`. */
export const systemQueries = {
  dark: '(prefers-color-scheme: dark)',
  contrast: '(prefers-contrast: more)',
} as const

/** Preferences of the operating system. */
export interface SystemAppearance {
  dark: boolean
  contrast: boolean
}

/** Parses a stored theme preference; unknown values become `system`. */
export function parseThemePreference(text: string | undefined): ThemePreference {
  return themePreferences.find((preference) => preference === text) ?? 'system'
}

/** Parses a stored density; unknown values become `compact`. */
export function parseDensity(text: string | undefined): Density {
  return densities.find((density) => density === text) ?? 'compact'
}

/**
 * Resolves a preference to a theme. If the system asks for more contrast, `system` is the high-contrast theme, even
 * if the system prefers light.
 */
export function resolveTheme(preference: ThemePreference, system: SystemAppearance): Theme {
  if (preference !== 'system') return preference
  if (system.contrast) return 'contrast'
  return system.dark ? 'dark' : 'light'
}

/** Returns the current preferences of the operating system. */
function systemAppearance(): SystemAppearance {
  return {
    dark: matchMedia(systemQueries.dark).matches,
    contrast: matchMedia(systemQueries.contrast).matches,
  }
}

/** Sets theme and density on the document. */
export function applyTheme(theme: Theme, density: Density): void {
  document.documentElement.dataset['theme'] = theme
  document.documentElement.dataset['density'] = density
}

/** Applies the stored theme. Call it before anything else, so that the first paint has the right colors. */
export function applyStoredTheme(): void {
  const preference = parseThemePreference(readStored(THEME_KEY))
  applyTheme(resolveTheme(preference, systemAppearance()), parseDensity(readStored(DENSITY_KEY)))
}

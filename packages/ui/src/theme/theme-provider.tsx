import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState } from 'react'
import { useMediaQuery } from '../utilities/media.ts'
import { readStored, writeStored } from '../utilities/storage.ts'
import {
  applyTheme,
  DENSITY_KEY,
  type Density,
  parseDensity,
  parseThemePreference,
  resolveTheme,
  systemQueries,
  type Theme,
  THEME_KEY,
  type ThemePreference,
} from './theme.ts'

/** The current theme and density, and functions to change them. */
export interface ThemeControl {
  /** The chosen theme, possibly `system`. */
  preference: ThemePreference
  /** The theme in effect. Use it to pass colors by value, for example to a canvas. */
  theme: Theme
  density: Density
  setPreference: (preference: ThemePreference) => void
  setDensity: (density: Density) => void
}

const ThemeContext = createContext<ThemeControl>({
  preference: 'system',
  theme: 'light',
  density: 'compact',
  setPreference: () => undefined,
  setDensity: () => undefined,
})

/**
 * Sets theme and density on the document, follows the system, and stores choices in this browser.
 * @param props.preference overrides the stored choice, for screens that must not depend on it
 */
export function ThemeProvider(props: { children: ReactNode; preference?: ThemePreference }): ReactNode {
  const [preference, setPreference] = useState(
    () => props.preference ?? parseThemePreference(readStored(THEME_KEY)),
  )
  const [density, setDensity] = useState(() => parseDensity(readStored(DENSITY_KEY)))
  const dark = useMediaQuery(systemQueries.dark)
  const contrast = useMediaQuery(systemQueries.contrast)
  const theme = resolveTheme(preference, { dark, contrast })

  const control = useMemo(
    () => ({
      preference,
      theme,
      density,
      setPreference: (next: ThemePreference) => {
        writeStored(THEME_KEY, next)
        setPreference(next)
      },
      setDensity: (next: Density) => {
        writeStored(DENSITY_KEY, next)
        setDensity(next)
      },
    }),
    [preference, theme, density],
  )
  return (
    <ThemeContext value={control}>
      <AppliedTheme theme={theme} density={density} />
      {props.children}
    </ThemeContext>
  )
}

/** Effects of the first sibling run first, so that effects that read colors from the document see the new theme. */
function AppliedTheme(props: { theme: Theme; density: Density }): ReactNode {
  useLayoutEffect(() => applyTheme(props.theme, props.density), [props.theme, props.density])
  return null
}

/** Returns the current theme and the functions that change it. */
export function useTheme(): ThemeControl {
  return use(ThemeContext)
}

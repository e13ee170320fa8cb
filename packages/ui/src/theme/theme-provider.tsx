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

/** The look of the app and how to change it. */
export interface ThemeControl {
  /** What was chosen, `system` included. */
  preference: ThemePreference
  /** What is shown. Read it where colours must be passed on by value, as to a canvas. */
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
 * Keeps theme and density on the document, follows the system and remembers choices in this browser.
 * @param props.preference shown instead of the stored choice, for screens that must not depend on it
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

/** The first sibling's effects run first: whatever reads a colour from the document in its own effect reads the new one. */
function AppliedTheme(props: { theme: Theme; density: Density }): ReactNode {
  useLayoutEffect(() => applyTheme(props.theme, props.density), [props.theme, props.density])
  return null
}

/** The theme shown now and the functions that change it. */
export function useTheme(): ThemeControl {
  return use(ThemeContext)
}

import { Contrast, Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu, type MenuSection } from '../primitives/menu.tsx'
import { type ThemePreference, themePreferences } from '../theme/theme.ts'
import { useTheme } from '../theme/theme-provider.tsx'
import { initials } from './initials.ts'

/** Initials of a person. Show the name beside them or pass it as `label`. */
export function Avatar(props: { name: string; label?: string; size?: number }): ReactNode {
  const size = props.size ?? 24
  return (
    <span
      className="inline-flex shrink-0 items-center justify-center rounded-full bg-accent-subtle text-caption font-semibold text-accent-text select-none"
      style={{ width: size, height: size }}
    >
      <span aria-hidden="true">{initials(props.name)}</span>
      {props.label !== undefined && <span className="sr-only">{props.label}</span>}
    </span>
  )
}

const themeItems: Readonly<Record<ThemePreference, { label: string; icon: ReactNode }>> = {
  system: { label: 'System', icon: <Monitor className="size-3.5" /> },
  light: { label: 'Light', icon: <Sun className="size-3.5" /> },
  dark: { label: 'Dark', icon: <Moon className="size-3.5" /> },
  contrast: { label: 'High contrast', icon: <Contrast className="size-3.5" /> },
}

/** Menu sections that choose theme and density. */
function useAppearanceSections(): readonly MenuSection[] {
  const { preference, setPreference, density, setDensity } = useTheme()
  return [
    {
      id: 'theme',
      heading: 'Theme',
      items: themePreferences.map((theme) => ({
        id: theme,
        ...themeItems[theme],
        checked: theme === preference,
        onSelect: () => setPreference(theme),
      })),
    },
    {
      id: 'density',
      heading: 'Density',
      items: [
        {
          id: 'compact',
          label: 'Compact',
          checked: density === 'compact',
          onSelect: () => setDensity('compact'),
        },
        {
          id: 'comfortable',
          label: 'Comfortable',
          checked: density === 'comfortable',
          onSelect: () => setDensity('comfortable'),
        },
      ],
    },
  ]
}

/**
 * Menu that the initials of the person open.
 * @param props.detail a second line under the name, such as the address or the role
 * @param props.sections sections of the app, placed before theme and density
 */
export function UserMenu(props: {
  name: string
  detail?: string
  sections?: readonly MenuSection[]
  /** Last section, such as logging out. */
  closing?: readonly MenuSection[]
}): ReactNode {
  const appearance = useAppearanceSections()
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          // The accessible name must contain the visible text, the initials.
          aria-label={`${initials(props.name)}, account of ${props.name}`}
          className="flex size-control items-center justify-center rounded-full hover:bg-hover"
        >
          <Avatar name={props.name} />
        </button>
      }
      sections={[
        {
          id: 'person',
          heading: props.detail === undefined ? props.name : `${props.name} · ${props.detail}`,
          items: [],
        },
        ...(props.sections ?? []),
        ...appearance,
        ...(props.closing ?? []),
      ]}
    />
  )
}

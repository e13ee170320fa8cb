import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { IconButton } from '../primitives/icon-button.tsx'
import { type Href, PlainLink } from '../primitives/link.tsx'
import { Menu } from '../primitives/menu.tsx'
import { Tooltip } from '../primitives/tooltip.tsx'
import { classNames } from '../utilities/class-names.ts'
import { useShell } from './shell-context.ts'

/** An entry of the navigation. */
export interface NavigationEntry {
  href: Href
  label: string
  /** An icon of 16 px. */
  icon: ReactNode
  /** Whether the current page belongs to this entry. */
  active?: boolean
  /** Number of things there that need attention. */
  count?: number
  /** Shortcut of the page, shown in the tooltip. */
  keys?: string
}

const itemClass =
  'flex h-8 items-center gap-2.5 rounded-control text-secondary select-none hover:bg-hover hover:text-primary [&_svg]:size-4 [&_svg]:shrink-0'

/** A link in the navigation. While the navigation is collapsed, an icon with a tooltip. */
export function NavigationItem(props: NavigationEntry): ReactNode {
  const { collapsed } = useShell()
  return (
    <Tooltip
      content={props.label}
      keys={props.keys}
      side="right"
      disabled={!collapsed && props.keys === undefined}
    >
      <PlainLink
        href={props.href}
        aria-current={props.active === true ? 'page' : undefined}
        className={classNames(
          itemClass,
          collapsed ? 'mx-auto w-9 justify-center' : 'px-2.5',
          props.active === true && 'bg-selected font-medium text-primary [&_svg]:text-accent-text',
        )}
      >
        {props.icon}
        <span className={collapsed ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{props.label}</span>
        {props.count !== undefined && props.count > 0 && (
          <span className={collapsed ? 'sr-only' : 'text-small text-muted numeric'}>{props.count}</span>
        )}
      </PlainLink>
    </Tooltip>
  )
}

/** Entries under a common heading. */
export function NavigationSection(props: { label?: string; children: ReactNode }): ReactNode {
  const { collapsed } = useShell()
  return (
    <div className="not-first:mt-4">
      {props.label !== undefined &&
        (collapsed ? (
          <hr className="mx-2 mb-2 border-line" />
        ) : (
          <p className="px-2.5 pb-1 text-caption font-medium text-muted">{props.label}</p>
        ))}
      <div className="flex flex-col gap-px">{props.children}</div>
    </div>
  )
}

/** Entries that unfold in place. While the navigation is collapsed, they open as a menu. */
export function NavigationGroup(props: {
  label: string
  icon: ReactNode
  entries: readonly NavigationEntry[]
}): ReactNode {
  const { collapsed } = useShell()
  const within = props.entries.some((entry) => entry.active === true)
  const [toggled, setToggled] = useState<boolean>()
  const listId = useId()
  const open = toggled ?? within
  if (collapsed)
    return (
      <Menu
        side="right"
        trigger={
          <IconButton
            label={props.label}
            icon={props.icon}
            tooltipSide="right"
            className={classNames('mx-auto size-9! [&_svg]:size-4', within && 'bg-selected')}
          />
        }
        sections={[
          {
            id: 'entries',
            heading: props.label,
            items: props.entries.map(({ href, label, icon }) => ({ id: href, href, label, icon })),
          },
        ]}
      />
    )
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setToggled(!open)}
        className={classNames(itemClass, 'w-full px-2.5')}
      >
        {props.icon}
        <span className="min-w-0 flex-1 truncate text-left">{props.label}</span>
        <ChevronRight
          aria-hidden="true"
          className={classNames(
            'size-3.5! text-muted transition-transform duration-100',
            open && 'rotate-90',
          )}
        />
      </button>
      {open && (
        <div id={listId} className="mt-px ml-4.5 flex flex-col gap-px border-l border-line pl-2">
          {props.entries.map((entry) => (
            <NavigationItem key={entry.href} {...entry} />
          ))}
        </div>
      )}
    </div>
  )
}

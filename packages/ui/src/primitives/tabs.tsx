import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from '../utilities/class-names.ts'
import { type Href, useRenderLink } from './link.tsx'

/** A tab. With `href` it is a link that can be opened in a new browser tab. */
export interface TabItem<Id extends string> {
  id: Id
  label: string
  href?: Href
  /** Number shown after the label. */
  count?: number
  /** What the number counts, where the content of the tab shows something else at first. */
  countNote?: string
  /** What counts by itself, in place of `count`: text with the class `tabCount`, or nothing. */
  counter?: ReactNode
  icon?: ReactNode
}

/** Class of the number after the label of a tab. */
export const tabCount = 'rounded-small bg-press px-1 text-caption text-secondary numeric'

function TabContent({ tab }: { tab: TabItem<string> }): ReactNode {
  return (
    <>
      {tab.icon}
      {tab.label}
      {tab.count !== undefined && (
        <span title={tab.countNote} className={tabCount}>
          {tab.count.toLocaleString('en')}
        </span>
      )}
      {tab.counter}
    </>
  )
}

/**
 * Tabs, of which one is shown.
 * @param props.onChange called when a tab is selected; with links, the app may navigate here or leave that to the
 * links
 * @param props.children content of the selected tab
 */
export function Tabs<Id extends string>(props: {
  label: string
  tabs: readonly TabItem<Id>[]
  value: Id
  onChange?: (id: Id) => void
  children?: ReactNode
  className?: string
  panelClassName?: string
}): ReactNode {
  const renderLink = useRenderLink()
  return (
    <Base.Root
      value={props.value}
      onValueChange={(value: Id) => props.onChange?.(value)}
      className={props.className}
    >
      <Base.List
        aria-label={props.label}
        className="flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {props.tabs.map((tab) => (
          <Base.Tab
            key={tab.id}
            value={tab.id}
            {...(tab.href !== undefined && {
              nativeButton: false,
              render: renderLink({ href: tab.href, children: <TabContent tab={tab} /> }),
            })}
            className={classNames(
              'relative flex h-9 shrink-0 items-center gap-1.5 rounded-t-control px-2.5 font-medium text-secondary select-none focus-inset hover:text-primary',
              'after:absolute after:inset-x-2.5 after:-bottom-px after:h-0.5 after:rounded-full data-active:text-primary data-active:after:bg-accent',
            )}
          >
            <TabContent tab={tab} />
          </Base.Tab>
        ))}
      </Base.List>
      {props.children !== undefined && (
        <Base.Panel value={props.value} className={classNames('focus-inset', props.panelClassName)}>
          {props.children}
        </Base.Panel>
      )}
    </Base.Root>
  )
}

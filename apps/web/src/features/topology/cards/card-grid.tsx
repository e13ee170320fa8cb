import { classNames, Skeleton, useShortcuts } from '@binnacle/ui'
import { VirtualGrid } from '@binnacle/ui/grid'
import type { TopologyComponent } from '@binnacle/contract/topology'
import { type ReactNode, useCallback } from 'react'
import { ComponentCard, type CardProps } from './card.tsx'

/** Cards while the first answer is awaited. */
const LOADING_CARDS = 6

/** Height of a card in CSS pixels before it is measured. */
const ESTIMATED = 210

const noMenu = () => null

/** Components as cards in columns of the chosen width. Source: TOP-001, TOP-008. */
export function CardGrid(
  props: Omit<CardProps, 'component' | 'menu'> & {
    components: readonly TopologyComponent[]
    menuOf?: (component: TopologyComponent) => ReactNode
    /** Leads to the component above; undefined where there is none. */
    onUp: (() => void) | undefined
  },
): ReactNode {
  const { components, width, linkTo, agents, end, menuOf = noMenu, onUp } = props
  useShortcuts(
    onUp === undefined
      ? []
      : [{ keys: 'Backspace', label: 'To the component above', group: 'Topology', perform: onUp }],
  )
  const render = useCallback(
    (component: TopologyComponent) => (
      <ComponentCard
        component={component}
        width={width}
        linkTo={linkTo}
        agents={agents}
        end={end}
        menu={menuOf(component)}
      />
    ),
    [width, linkTo, agents, end, menuOf],
  )
  return (
    <VirtualGrid
      label="Components"
      items={components}
      idOf={({ id }) => id}
      width={width}
      estimate={ESTIMATED}
      focusable="a[data-card]"
      renderItem={render}
    />
  )
}

/** Cards before the first answer. */
export function LoadingCards({ width }: { width: number }): ReactNode {
  return (
    <div
      className="grid items-start gap-3"
      style={{ gridTemplateColumns: `repeat(auto-fill, min(${width}px, 100%))` }}
    >
      {Array.from({ length: LOADING_CARDS }, (_, index) => (
        <div
          key={index}
          className={classNames(
            'flex flex-col gap-3 rounded-panel border border-t-8 border-line bg-surface p-3',
          )}
        >
          <Skeleton className="h-5 w-40" />
          <Skeleton className="w-56" />
          <Skeleton className="h-16 w-full" />
        </div>
      ))}
      <output className="sr-only">Loading components</output>
    </div>
  )
}

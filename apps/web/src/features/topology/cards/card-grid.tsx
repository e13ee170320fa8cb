import { Skeleton, useShortcuts } from '@binnacle/ui'
import { leastWidth, VirtualGrid } from '@binnacle/ui/grid'
import type { TopologyComponent } from '@binnacle/contract/topology'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { arrivalAmong, endArrival } from '../arrival.ts'
import { cardWidths } from '../preferences.ts'
import { ComponentCard, type CardProps } from './card.tsx'

/** Cards while the first answer is awaited. */
const LOADING_CARDS = 6

/** Height of a card in CSS pixels before it is measured. */
const ESTIMATED = 210

/** Milliseconds in which a page may be mounted again: with the new address at first, then by its route. */
const SETTLED = 2_000

const noMenu = () => null

/** Components as cards in columns of about the chosen width, which share the width of the page. Source: TOP-001, TOP-008. */
export function CardGrid(
  props: Omit<CardProps, 'component' | 'menu'> & {
    /** Undefined stands for one that is not loaded yet. */
    components: readonly (TopologyComponent | undefined)[]
    /** Hears of the first and the last card near the visible part, if not all are rendered. */
    onShown?: (first: number, last: number) => void
    menuOf?: (component: TopologyComponent) => ReactNode
    /** Leads to the component above; undefined where missing. */
    onUp: (() => void) | undefined
  },
): ReactNode {
  const { components, width, linkTo, agents, end, menuOf = noMenu, onUp } = props
  const [focusAt] = useState(() => arrivalAmong(components.map((component) => component?.id)))
  useEffect(() => {
    const timer = setTimeout(endArrival, SETTLED)
    return () => clearTimeout(timer)
  }, [])
  useShortcuts(
    onUp === undefined
      ? []
      : [{ keys: 'Backspace', label: 'To the component above', group: 'Topology', perform: onUp }],
  )
  const render = useCallback(
    (component: TopologyComponent | undefined) =>
      component === undefined ? (
        <LoadingCard />
      ) : (
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
      idOf={(component, index) => component?.id ?? String(index)}
      width={width}
      widest={cardWidths.maximum}
      estimate={ESTIMATED}
      focusAt={focusAt}
      focusable="a[data-card]"
      renderItem={render}
      onShown={props.onShown}
    />
  )
}

/** Cards before the first answer. */
export function LoadingCards({ width }: { width: number }): ReactNode {
  return (
    <div
      className="grid items-start gap-3"
      style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${leastWidth(width)}px, 100%), 1fr))` }}
    >
      {Array.from({ length: LOADING_CARDS }, (_, index) => (
        <LoadingCard key={index} />
      ))}
      <output className="sr-only">Loading components</output>
    </div>
  )
}

/** A card before its component is loaded. */
function LoadingCard(): ReactNode {
  return (
    <div className="flex flex-col gap-3 rounded-panel border border-t-8 border-line bg-surface p-3">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="w-56" />
      <Skeleton className="h-16 w-full" />
    </div>
  )
}

import { type CheckCard, type CheckCell, groupHealth } from '@binnacle/contract/health'
import {
  Badge,
  Button,
  classNames,
  Duration,
  groupAppearance,
  GroupHealthBadge,
  HealthCounts,
  ProgressBar,
  Skeleton,
  StaleNotice,
  UptimeValue,
  useRovingFocus,
  useShortcuts,
} from '@binnacle/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { tableError } from '../../../application/pages/load-failure.tsx'
import { messageOf } from '../../../application/requests/queries.ts'
import type { Filters } from '../../../application/address/use-filters.ts'
import { AlertCell } from '../../notifications/index.ts'
import { useSilenceMark } from '../silenced.tsx'
import { groupTitle } from './check-group.ts'
import type { DashboardValues } from './filters.ts'
import { checkCardsQuery, moreCellsQuery } from './queries.ts'
import { ListError, NothingToShow } from './states.tsx'
import { DashboardPages, type DashboardViewProps, useCounts } from './table.tsx'

/** Cards while the first answer is awaited. */
const LOADING_CARDS = 6

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] items-start gap-3'
const cardClass = 'flex min-w-0 flex-col gap-2 rounded-panel border bg-surface p-3'

/** The checks as cards: one for each group, with a cell for each check, what is broken first. */
export function DashboardCards({ dashboard, range, onCounts }: DashboardViewProps): ReactNode {
  const cards = useQuery(checkCardsQuery({ values: dashboard.values, range }))
  useCounts(cards, cards.data?.cards[0], onCounts)
  const list = cards.data?.cards ?? []
  const { container, move } = useRovingFocus<HTMLUListElement>('a[data-cell]')
  useShortcuts([
    { keys: 'j', label: 'Next check', group: 'Lists', perform: () => move(1) },
    { keys: 'k', label: 'Previous check', group: 'Lists', perform: () => move(-1) },
  ])
  const failure = tableError(cards)
  return (
    <>
      <div className="relative md:min-h-0 md:flex-1 md:overflow-y-auto">
        <ProgressBar active={cards.isPlaceholderData} className="sticky inset-x-0 top-0 z-20" />
        {failure !== undefined && list.length > 0 && <StaleNotice error={failure} />}
        {cards.isPending ? (
          <LoadingCards />
        ) : list.length > 0 ? (
          // The list only moves the focus between its own links.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <ul aria-label="Checks" className={gridClass} {...container}>
            {list.map((card) => (
              <GroupCard key={card.key} card={card} dashboard={dashboard} />
            ))}
          </ul>
        ) : (
          <div className="rounded-panel border border-line bg-surface">
            {cards.data === undefined ? (
              failure !== undefined && <ListError error={failure} />
            ) : (
              <NothingToShow dashboard={dashboard} counts={cards.data.counts} />
            )}
          </div>
        )}
      </div>
      <DashboardPages dashboard={dashboard} total={cards.data?.total} label="Pages of cards" />
    </>
  )
}

function LoadingCards(): ReactNode {
  return (
    <div className={gridClass}>
      {Array.from({ length: LOADING_CARDS }, (_, index) => (
        <div key={index} className={classNames(cardClass, 'border-line')}>
          <Skeleton className="h-4 w-40" />
          <Skeleton className="w-56" />
          <Skeleton className="h-6 w-full" />
        </div>
      ))}
      <output className="sr-only">Loading Checks</output>
    </div>
  )
}

const edgeClass = {
  good: 'border-line',
  mixed: 'border-warning-line',
  bad: 'border-unhealthy-line',
} as const

function GroupCard(props: { card: CheckCard; dashboard: Filters<DashboardValues> }): ReactNode {
  const { card, dashboard } = props
  const { values } = dashboard
  const id = useId()
  const health = groupHealth(card.counts)
  return (
    <li aria-labelledby={id} className={classNames(cardClass, edgeClass[health])}>
      <div className="flex min-w-0 items-start justify-between gap-2">
        <h2 id={id} className="min-w-0 font-semibold wrap-anywhere">
          {groupTitle(card, values.groupBy)}
        </h2>
        <GroupHealthBadge health={health} pill className="shrink-0" />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-secondary">
        <HealthCounts counts={card.counts} />
        <span>{card.type}</span>
        {values.tab === undefined && card.namespace !== null && <Badge>{card.namespace}</Badge>}
        <span className="ml-auto flex gap-x-3">
          {card.latency !== null && (
            <span>
              <span className="text-muted">mean </span>
              <Duration milliseconds={card.latency} />
            </span>
          )}
          <span>
            <span className="sr-only">Uptime </span>
            <UptimeValue {...card.uptime} beside={groupAppearance[groupHealth(card.counts)].tone} />
          </span>
        </span>
      </p>
      <ul aria-label="Members" className="flex flex-wrap gap-1">
        <Cells cells={card.cells} dashboard={dashboard} />
        {card.shown > card.cells.length && <MoreCells card={card} dashboard={dashboard} />}
      </ul>
    </li>
  )
}

function Cells(props: { cells: readonly CheckCell[]; dashboard: Filters<DashboardValues> }): ReactNode {
  const { values, href } = props.dashboard
  const markOf = useSilenceMark()
  return props.cells.map((cell) => {
    const silence = markOf(cell.silenced)
    return (
      <li key={cell.id} className="max-w-full min-w-0">
        <AlertCell
          id={cell.id}
          cell={{
            name: cell.name,
            state: cell.state,
            message: cell.message,
            marks: silence === undefined ? [] : [silence],
            href: href({ checkId: cell.id }),
            selected: values.checkId === cell.id,
            tabIndex: -1,
          }}
        />
      </li>
    )
  })
}

/** The checks of a card behind its first ones, loaded some at a time when they are asked for. */
function MoreCells(props: { card: CheckCard; dashboard: Filters<DashboardValues> }): ReactNode {
  const { card, dashboard } = props
  const [isExpanded, setIsExpanded] = useState(false)
  const known = card.cells.length
  const more = useInfiniteQuery({ ...moreCellsQuery(dashboard.values, card.key, known), enabled: isExpanded })
  const first = new Set(card.cells.map(({ id }) => id))
  const cells = (more.data?.pages.flat() ?? []).filter(({ id }) => !first.has(id))
  const left = card.shown - known - cells.length
  return (
    <>
      <Cells cells={cells} dashboard={dashboard} />
      {left > 0 && (more.data === undefined || more.hasNextPage) && (
        <li>
          <Button
            size="small"
            variant="ghost"
            loading={more.isFetching}
            onClick={() => (isExpanded ? void more.fetchNextPage() : setIsExpanded(true))}
          >
            {`${left} more`}
          </Button>
        </li>
      )}
      {more.error !== null && (
        <li role="alert" className="text-small text-unhealthy">
          {messageOf(more.error)}
        </li>
      )}
    </>
  )
}

import {
  Button,
  classNames,
  EmptyState,
  HealthShape,
  healthAppearance,
  IconButton,
  Notice,
  PlainLink,
  Select,
  Skeleton,
  Switch,
} from '@binnacle/ui'
import { type GraphView, NetworkGraph, type Place } from '@binnacle/ui/graph'
import { useQuery } from '@tanstack/react-query'
import { EyeOff, Pin, PinOff, ShieldAlert, Workflow } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Filters } from '../../../application/address/use-filters.ts'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { AlertMark } from '../../notifications/index.ts'
import { ComponentIcon } from '../component-icon.tsx'
import type { TopologyValues } from '../filters.ts'
import type { LinkTo } from '../link-to.ts'
import { type Arrangement, readArrangement, storeArrangement, unarranged } from './arrangement.ts'
import { graphQuery } from './queries.ts'
import { type ComponentThing, levelsOf, NAMESPACES, thingsOf } from './things.ts'

/** What the arrangement of the graph of all components is stored under. */
const ALL_COMPONENTS = 'all'

const renderKind = (kind: string) => ({
  icon: <ComponentIcon icon={null} type={kind} />,
  label: kind,
})

interface TopologyGraphProps {
  id: string | undefined
  /** Whether the page shows a past time. */
  isPast: boolean
  filters: Filters<TopologyValues>
  linkTo: LinkTo
}

/** Components and what depends on what, as a picture that people arrange. It stays as they leave it. */
export function TopologyGraph({ id, isPast, filters, linkTo }: TopologyGraphProps): ReactNode {
  const answer = useQuery(graphQuery(id))
  const { values, set } = filters
  const { level, status, broken } = values
  const graph = answer.data
  const key = id ?? ALL_COMPONENTS
  const [arrangement, setArrangement] = useState(() => readArrangement(key))
  const change = useCallback(
    (part: Partial<Arrangement>) =>
      setArrangement((known) => {
        const next = { ...known, ...part }
        storeArrangement(key, next)
        return next
      }),
    [key],
  )
  const { hidden, pinned, moved, toggled, direction, lines } = arrangement
  const showHidden = useRef<HTMLButtonElement>(null)
  const hiddenBefore = useRef(hidden.size)
  useEffect(() => {
    // The button that hid the box is gone with it, so the focus goes to the one that shows it again.
    if (hidden.size > hiddenBefore.current) showHidden.current?.focus()
    hiddenBefore.current = hidden.size
  }, [hidden.size])
  const things = useMemo(
    () => (graph === undefined ? [] : thingsOf(graph, { level, status, broken, hidden, pinned })),
    [graph, level, status, broken, hidden, pinned],
  )
  const view: GraphView = useMemo(() => ({ toggled, direction, lines }), [toggled, direction, lines])
  if (graph === undefined)
    return answer.error === null ? (
      <Skeleton className="min-h-96 w-full flex-1" />
    ) : (
      <LoadFailure error={answer.error} queries={[answer]} />
    )
  const isArranged = hidden.size + pinned.size + moved.size > 0
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Select
          label="Level"
          showLabel
          value={level}
          options={levelsOf(graph.nodes)}
          onChange={(next) => set({ level: next })}
        />
        <Switch label="Only broken" checked={broken} onChange={(next) => set({ broken: next })} />
        {hidden.size > 0 && (
          <Button ref={showHidden} size="small" onClick={() => change({ hidden: new Set() })}>
            {hidden.size === 1 ? 'Show 1 hidden' : `Show ${hidden.size} hidden`}
          </Button>
        )}
        {isArranged && (
          <Button size="small" onClick={() => change({ ...unarranged, toggled, direction, lines })}>
            Reset arrangement
          </Button>
        )}
        <span role="status" className="text-small text-secondary numeric">
          {level === NAMESPACES
            ? `${things.length.toLocaleString('en')} namespaces`
            : `${things.length.toLocaleString('en')} of ${graph.total.toLocaleString('en')} components`}
        </span>
        <span className="text-small text-muted max-lg:sr-only">
          Drag a box to move it, or press Shift and an arrow key on it.
        </span>
      </div>
      {isPast && <Notice kind="information">The graph shows the components as they are now.</Notice>}
      {graph.truncated && (
        <Notice kind="warning">
          {`Only ${graph.nodes.length.toLocaleString('en')} of ${graph.total.toLocaleString('en')} components are drawn. Open a component to see the graph below it.`}
        </Notice>
      )}
      {things.length === 0 ? (
        <div className="rounded-panel border border-line bg-surface">
          <EmptyState
            title={broken && status === 'all' ? 'Nothing is broken' : 'There is nothing to draw'}
            icon={<Workflow strokeWidth={1.5} />}
          />
        </div>
      ) : (
        <NetworkGraph<ComponentThing>
          label="Graph of components"
          things={things}
          {...(id !== undefined && { root: id })}
          view={view}
          onViewChange={change}
          pinned={pinned}
          moved={moved}
          onMove={(node, place) => change({ moved: new Map<string, Place>([...moved, [node, place]]) })}
          renderThing={(thing) => (
            <Content
              thing={thing}
              linkTo={linkTo}
              isPinned={pinned.has(thing.id)}
              onPin={() => change({ pinned: toggledIn(pinned, thing.id) })}
              onHide={() => change({ hidden: new Set([...hidden, thing.id]) })}
            />
          )}
          renderKind={renderKind}
          isFaded={({ atRisk }) => atRisk}
        />
      )}
    </>
  )
}

/** The set with an id added, or removed if it is in it. */
function toggledIn(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

/** What is in the box of a component: its name leads to it. */
function Content(props: {
  thing: ComponentThing
  linkTo: LinkTo
  isPinned: boolean
  onPin: () => void
  onHide: () => void
}): ReactNode {
  const { thing, linkTo, isPinned, onPin, onHide } = props
  const { name, kind, health, atRisk, count, component } = thing
  const { shape, tone, word } = healthAppearance(health)
  return (
    <div className="group/box flex min-w-0 items-center gap-1">
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 items-center gap-1.5">
          <HealthShape shape={shape} tone={tone} />
          <span className="sr-only">{word} </span>
          {component === undefined ? (
            <span className="truncate font-medium" title={name}>
              {name}
            </span>
          ) : (
            <PlainLink
              href={linkTo(component)}
              title={name}
              className="nopan nodrag min-w-0 truncate rounded-small font-medium hover:underline"
            >
              {name}
            </PlainLink>
          )}
          {component !== undefined && (
            <span className="nopan nodrag shrink-0">
              <AlertMark as="mark" kind="component" id={component} healthy={health === 'healthy'} />
            </span>
          )}
        </span>
        <span className="flex min-w-0 items-center gap-1.5 text-caption text-muted">
          <ComponentIcon icon={thing.icon} type={thing.type} className="size-3 shrink-0" />
          <span className="truncate">{count > 1 ? `${kind} · ${count.toLocaleString('en')}` : kind}</span>
          {atRisk && (
            <span className="inline-flex items-center gap-0.5 text-warning">
              <ShieldAlert aria-hidden="true" className="size-3" />
              At risk
            </span>
          )}
        </span>
      </span>
      <span
        className={classNames(
          'nodrag nopan flex shrink-0 group-hover/box:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100',
          !isPinned && 'opacity-0',
        )}
      >
        <IconButton
          label={isPinned ? `Unpin ${name}` : `Pin ${name}`}
          aria-pressed={isPinned}
          size="small"
          icon={isPinned ? <PinOff className="size-3.5" /> : <Pin className="size-3.5" />}
          onClick={onPin}
        />
        <IconButton
          label={`Hide ${name}`}
          size="small"
          icon={<EyeOff className="size-3.5" />}
          onClick={onHide}
        />
      </span>
    </div>
  )
}

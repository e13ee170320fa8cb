import '@xyflow/react/dist/base.css'
import './graph.css'
import { Background, type Edge, Panel, ReactFlow, ReactFlowProvider, useStore } from '@xyflow/react'
import { ArrowDown, ArrowRight, Spline, Workflow } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { Input } from '../primitives/input.tsx'
import { SegmentedControl } from '../primitives/segmented-control.tsx'
import { Skeleton } from '../primitives/skeleton.tsx'
import { GroupBox, type GroupBoxNode, ThingBox, type ThingBoxNode } from './boxes.tsx'
import { type Direction, NODE, type Place } from './sizes.ts'
import { movedByKey, withMoved } from './move.ts'
import { buildPicture, type GraphThing, type PictureNode } from './model.ts'
import { Overview } from './overview.tsx'
import { ringsAround } from './rings.ts'
import { useLayout } from './use-layout.ts'
import { useGraphFocus } from './use-box-focus.ts'
import { isSamePart, isSeen, seenPart } from './view.ts'
import { Zoom } from './zoom.tsx'

/** How a graph is shown. The page stores it in its address. */
export interface GraphView {
  direction: Direction
  lines: 'bezier' | 'smoothstep'
  /** Ids of groups that people opened or closed, so that they are not as at first. */
  toggled: readonly string[]
}

export interface NetworkGraphProps<Thing extends GraphThing> {
  /** What it shows, for people who don't see it. */
  label: string
  things: readonly Thing[]
  /** Id of the thing that the graph is about: it is outlined, and never in a group. */
  root?: string
  view: GraphView
  onViewChange: (change: Partial<GraphView>) => void
  /** What is in the box of a thing, which is 232 by 60 pixels. Its link needs the class `nopan`. */
  renderThing: (thing: Thing, isRoot: boolean) => ReactNode
  renderKind: (kind: string) => { icon: ReactNode; label: ReactNode }
  /** Things with a dashed border. Default: none */
  isFaded?: (thing: Thing) => boolean
  /** Ids of things that are in no group. Default: none */
  pinned?: ReadonlySet<string>
  /** Where people moved nodes to; the others are where the layout puts them. */
  moved?: ReadonlyMap<string, Place>
  /** Told where somebody moved a node to, by dragging or with Shift and an arrow key. Default: nodes cannot be moved */
  onMove?: (id: string, place: Place) => void
}

const nodeTypes = { thing: ThingBox, things: GroupBox }

/** Nodes up to which all of them are elements, with lines that React Flow draws. */
const MOST_ELEMENTS = 200

const directions = [
  { value: 'LR', label: 'Left to right', icon: <ArrowRight /> },
  { value: 'TB', label: 'Top to bottom', icon: <ArrowDown /> },
] as const
const lineStyles = [
  { value: 'bezier', label: 'Curved lines', icon: <Spline /> },
  { value: 'smoothstep', label: 'Square lines', icon: <Workflow /> },
] as const

/**
 * Draws things and what they lead to. Many of one kind are a group that opens and closes. A worker computes the places.
 * Beyond 200 nodes, only those that are seen are elements; lines, and boxes too small to read, are drawn on a canvas.
 * Measured with `npm run bench graph`. Tab reaches one box, and arrow keys the others.
 */
export function NetworkGraph<Thing extends GraphThing>(props: NetworkGraphProps<Thing>): ReactNode {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  )
}

/** Whether a text is in the name of a node, or of a thing in its group. */
function hasText<Thing extends GraphThing>(node: PictureNode<Thing>, text: string): boolean {
  if (node.is === 'thing') return node.thing.name.toLowerCase().includes(text)
  return (
    node.kind.toLowerCase().includes(text) ||
    node.things.some(({ name }) => name.toLowerCase().includes(text))
  )
}

const none: readonly never[] = []

function Graph<Thing extends GraphThing>(props: NetworkGraphProps<Thing>): ReactNode {
  const { things, root, view, onViewChange } = props
  const { direction, lines, toggled } = view
  const [search, setSearch] = useState('')
  /** The group that somebody opened or closed last; the picture moves to it. */
  const [changed, setChanged] = useState<string>()
  const [match, setMatch] = useState(0)
  const { pinned, moved, onMove } = props
  /** The node that somebody is moving. */
  const [drag, setDrag] = useState<{ id: string; place: Place }>()
  const picture = useMemo(
    () => buildPicture(things, root, new Set(toggled), pinned),
    [things, root, toggled, pinned],
  )
  const layout = useLayout(picture.nodes, picture.edges, direction)
  const positions = useMemo(() => withMoved(layout?.positions, moved, drag), [layout?.positions, moved, drag])
  const wanted = search.trim().toLowerCase()
  const found = useMemo(
    () =>
      wanted === ''
        ? undefined
        : new Set(picture.nodes.filter((node) => hasText(node, wanted)).map(({ id }) => id)),
    [picture, wanted],
  )
  const { nodes, isOverview } = useSeenNodes(picture.nodes, positions)
  const seen = useMemo(() => nodes.map(({ node }) => node.id), [nodes])
  const focus = useGraphFocus(positions, seen, root)
  const isLarge = picture.nodes.length > MOST_ELEMENTS
  const edges = useMemo(
    () =>
      isLarge
        ? []
        : picture.edges.map((edge): Edge => ({
            ...edge,
            type: lines === 'bezier' ? 'default' : 'smoothstep',
            focusable: false,
          })),
    [picture, lines, isLarge],
  )
  const shown = useMemo(
    () => wantedPlaces({ positions, found, center: changed, match }),
    [positions, found, changed, match],
  )
  const rings = useMemo(
    () =>
      root === undefined
        ? none
        : ringsAround(root, picture.edges).map((ring) => ring.flatMap((id) => positions?.get(id) ?? none)),
    [root, picture, positions],
  )
  if (layout === undefined || positions === undefined) return <Skeleton className="min-h-96 w-full flex-1" />

  function toggle(id: string): void {
    setChanged(id)
    onViewChange({
      toggled: toggled.includes(id) ? toggled.filter((other) => other !== id) : [...toggled, id],
    })
  }

  function moveByKey(event: KeyboardEvent<HTMLElement>): void {
    if (focus.onArrow(event)) {
      event.preventDefault()
      return
    }
    const next = movedByKey(event, positions)
    if (onMove === undefined || next === undefined) return
    event.preventDefault()
    onMove(next.id, next.place)
  }

  return (
    // Keys lead from box to box, and move the one that has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={props.label}
      onKeyDown={moveByKey}
      onFocus={focus.onFocus}
      data-nodes={picture.nodes.length}
      className="network-graph h-[70vh] min-h-96 overflow-clip rounded-panel border border-line bg-sunken md:h-auto md:flex-1"
    >
      <ReactFlow
        nodes={nodes.map(({ node, position }): ThingBoxNode | GroupBoxNode => {
          const common = {
            id: node.id,
            position,
            ...NODE,
            focusable: false,
            connectable: false,
            draggable: onMove !== undefined,
          }
          const dim = found?.has(node.id) === false
          if (node.is === 'group')
            return {
              ...common,
              type: 'things',
              data: {
                ...node,
                ...props.renderKind(node.kind),
                count: node.things.length,
                direction,
                dim,
                focus: focus.of(node.id),
                onToggle: () => toggle(node.id),
              },
            }
          return {
            ...common,
            type: 'thing',
            data: {
              content: props.renderThing(node.thing, node.isRoot),
              health: node.thing.health,
              isRoot: node.isRoot,
              isFaded: props.isFaded?.(node.thing) === true,
              direction,
              dim,
              focus: focus.of(node.id),
            },
          }
        })}
        edges={edges}
        nodeTypes={nodeTypes}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        {...(onMove !== undefined && {
          onNodeDrag: (_, { id, position: { x, y } }) => setDrag({ id, place: { x, y } }),
          onNodeDragStop(_, { id, position: { x, y } }) {
            setDrag(undefined)
            onMove(id, { x, y })
          },
        })}
        minZoom={0.005}
        maxZoom={1.5}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={24} />
        {isLarge && (
          <Overview
            picture={picture}
            positions={positions}
            direction={direction}
            lines={lines}
            found={found}
            withBoxes={isOverview}
          />
        )}
        <Panel position="top-left">
          <Input
            type="search"
            aria-label="Find in the graph"
            placeholder="Find…"
            title="Enter shows the next one"
            value={search}
            onChange={(event) => {
              setSearch(event.target.value)
              setMatch(0)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') setMatch(match + 1)
            }}
            className="w-40"
          />
          {found !== undefined && (
            <p role="status" className="mt-1 rounded-small bg-surface px-1.5 text-small text-secondary">
              {found.size === 0
                ? 'Nothing found'
                : `${match === 0 ? '' : `${((match - 1) % found.size) + 1} of `}${found.size.toLocaleString('en')} found`}
            </p>
          )}
        </Panel>
        <Panel position="top-right">
          <span className="flex gap-2">
            <SegmentedControl
              label="Direction"
              segments={directions}
              value={direction}
              onChange={(chosen) => onViewChange({ direction: chosen })}
              className="[&_span:last-child]:sr-only"
            />
            <SegmentedControl
              label="Lines"
              segments={lineStyles}
              value={lines}
              onChange={(chosen) => onViewChange({ lines: chosen })}
              className="[&_span:last-child]:sr-only"
            />
          </span>
        </Panel>
        {isOverview && (
          <Panel position="bottom-left">
            <p className="rounded-small bg-surface px-1.5 text-small text-secondary">
              {`${picture.nodes.length.toLocaleString('en')} boxes, ${picture.edges.length.toLocaleString('en')} lines. Zoom in or press a box to read names.`}
            </p>
          </Panel>
        )}
        <Panel position="bottom-right">
          <Zoom
            picture={[layout.direction, positions.size, changed, wanted, match].join(':')}
            all={positions}
            shown={shown}
            rings={rings}
          />
        </Panel>
      </ReactFlow>
    </section>
  )
}

/** What the picture moves to: what somebody searches for, one of it, or the node in the center. Undefined is all. */
function wantedPlaces(wanted: {
  positions: ReadonlyMap<string, Place> | undefined
  found: ReadonlySet<string> | undefined
  center: string | undefined
  match: number
}): readonly Place[] | undefined {
  const { positions, found, center, match } = wanted
  const ids = found === undefined || found.size === 0 ? (center === undefined ? [] : [center]) : [...found]
  const one = match === 0 || found === undefined ? ids : ids.slice((match - 1) % ids.length).slice(0, 1)
  const places = one.flatMap((id) => positions?.get(id) ?? none)
  return places.length === 0 ? undefined : places
}

/** The nodes that are elements: all of a few, else those in the seen part, as long as they can be read. */
function useSeenNodes<Thing extends GraphThing>(
  nodes: readonly PictureNode<Thing>[],
  positions: ReadonlyMap<string, Place> | undefined,
) {
  const isLarge = nodes.length > MOST_ELEMENTS
  const part = useStore((view) => (isLarge && view.width > 0 ? seenPart(view) : undefined), isSamePart)
  return useMemo(() => {
    const placed = nodes.flatMap((node) => {
      const position = positions?.get(node.id)
      return position === undefined ? [] : [{ node, position }]
    })
    if (!isLarge) return { nodes: placed, isOverview: false }
    if (part === undefined) return { nodes: [], isOverview: false }
    const seen = placed.filter(({ position }) => isSeen(position, part))
    return seen.length > MOST_ELEMENTS ? { nodes: [], isOverview: true } : { nodes: seen, isOverview: false }
  }, [nodes, positions, isLarge, part])
}

import '@xyflow/react/dist/base.css'
import './graph.css'
import { IconButton, Input, SegmentedControl, Skeleton, useMediaQuery } from '@binnacle/ui'
import {
  Background,
  type Edge,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useStore,
  useReactFlow,
} from '@xyflow/react'
import { ArrowDown, ArrowRight, Maximize, Spline, Workflow, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Filters } from '../../../application/address/use-filters.ts'
import type { RelationshipValues } from './filters.ts'
import { buildGraph } from './graph-model.ts'
import { GroupBox, type GroupNode, ItemBox, type ItemNode } from './graph-nodes.tsx'
import { NODE } from './layout.ts'
import type { RelatedConfig } from './queries.ts'
import { useLayout } from './use-layout.ts'

const nodeTypes = { item: ItemBox, group: GroupBox }

/** Milliseconds that movements take. Source: REL-012. */
const ANIMATION = 300

/** Nodes that can be read when all are shown. */
const READABLE = 30

const directions = [
  { value: 'LR', label: 'Left to right', icon: <ArrowRight /> },
  { value: 'TB', label: 'Top to bottom', icon: <ArrowDown /> },
] as const
const edgeStyles = [
  { value: 'bezier', label: 'Curved lines', icon: <Spline /> },
  { value: 'smoothstep', label: 'Square lines', icon: <Workflow /> },
] as const

interface GraphProps {
  id: string
  items: readonly RelatedConfig[]
  filters: Filters<RelationshipValues>
}

/** What an item leads to and what leads to it, as a picture. */
export function RelationshipGraph(props: GraphProps): ReactNode {
  return (
    <ReactFlowProvider>
      <Picture {...props} />
    </ReactFlowProvider>
  )
}

function Picture({ id, items, filters }: GraphProps): ReactNode {
  const { values, set } = filters
  const { direction, edges: style, toggled } = values
  const [search, setSearch] = useState('')
  /** Group that somebody opened or closed last; the picture moves to it. */
  const [changed, setChanged] = useState<string>()
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  const graph = useMemo(() => buildGraph(items, id, new Set(toggled)), [items, id, toggled])
  const positions = useLayout(graph.nodes, graph.edges, direction)
  const wanted = search.trim().toLowerCase()

  const nodes = useMemo(
    () =>
      graph.nodes.flatMap((node): (ItemNode | GroupNode)[] => {
        const position = positions?.get(node.id)
        if (position === undefined) return []
        const text = node.kind === 'item' ? node.item.name : node.type
        const common = {
          id: node.id,
          position,
          ...NODE,
          focusable: false,
          connectable: false,
          draggable: false,
        }
        const dim = wanted !== '' && !text.toLowerCase().includes(wanted)
        if (node.kind === 'item')
          return [{ ...common, type: 'item', data: { item: node.item, isRoot: node.isRoot, direction, dim } }]
        return [
          {
            ...common,
            type: 'group',
            data: {
              ...node,
              direction,
              dim,
              onToggle() {
                setChanged(node.id)
                set({
                  toggled: toggled.includes(node.id)
                    ? toggled.filter((other) => other !== node.id)
                    : [...toggled, node.id],
                })
              },
            },
          },
        ]
      }),
    [graph, positions, direction, wanted, toggled, set],
  )
  const edges = useMemo(
    () =>
      graph.edges.map((edge): Edge => ({
        ...edge,
        type: style === 'bezier' ? 'default' : 'smoothstep',
        focusable: false,
      })),
    [graph, style],
  )

  if (positions === undefined) return <Skeleton className="min-h-96 w-full flex-1" />
  return (
    <section
      aria-label="Graph of related items"
      className="relationship-graph h-[70vh] min-h-96 overflow-clip rounded-panel border border-line bg-sunken md:h-auto md:flex-1"
    >
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        onlyRenderVisibleElements={nodes.length > 200}
        minZoom={0.05}
        maxZoom={1.5}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={24} />
        <Panel position="top-left">
          <Input
            type="search"
            aria-label="Find in the graph"
            placeholder="Find…"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="w-40"
          />
        </Panel>
        <Panel position="top-right">
          <span className="flex gap-2">
            <SegmentedControl
              label="Direction"
              segments={directions}
              value={direction}
              onChange={(chosen) => set({ direction: chosen })}
              className="[&_span:last-child]:sr-only"
            />
            <SegmentedControl
              label="Lines"
              segments={edgeStyles}
              value={style}
              onChange={(chosen) => set({ edges: chosen })}
              className="[&_span:last-child]:sr-only"
            />
          </span>
        </Panel>
        <Panel position="bottom-right">
          <Zoom
            duration={still ? 0 : ANIMATION}
            picture={`${direction}:${nodes.length}`}
            // All of many nodes would be too small to read.
            center={changed ?? (nodes.length > READABLE ? id : undefined)}
            found={wanted}
          />
        </Panel>
      </ReactFlow>
    </section>
  )
}

/**
 * Buttons that show more or less of the graph. Shows all of it when it changes, and what somebody searches for.
 * @param props.picture changes with what there is to show
 * @param props.center id of the node to show instead of all
 */
function Zoom(props: {
  duration: number
  picture: string
  center: string | undefined
  found: string
}): ReactNode {
  const { duration, picture, center, found } = props
  const flow = useReactFlow<ItemNode | GroupNode>()
  // Sizes of nodes are known, that of the picture only once it is drawn.
  const ready = useStore(({ width, height }) => width > 0 && height > 0)
  useEffect(() => {
    if (!ready || picture === '') return undefined
    const frame = requestAnimationFrame(
      () =>
        void flow.fitView({
          duration,
          maxZoom: center === undefined ? 1 : 0.8,
          padding: 0.15,
          ...(center !== undefined && { nodes: [{ id: center }] }),
        }),
    )
    return () => cancelAnimationFrame(frame)
  }, [flow, ready, duration, picture, center])
  useEffect(() => {
    if (found === '') return
    const nodes = flow.getNodes().filter(({ data }) => !data.dim)
    if (nodes.length > 0) void flow.fitView({ nodes, duration, maxZoom: 1, padding: 0.3 })
  }, [flow, found, duration])
  return (
    <span className="flex gap-1 rounded-control border border-line bg-surface p-0.5">
      <IconButton
        label="Zoom in"
        size="small"
        icon={<ZoomIn className="size-4" />}
        onClick={() => void flow.zoomIn({ duration })}
      />
      <IconButton
        label="Zoom out"
        size="small"
        icon={<ZoomOut className="size-4" />}
        onClick={() => void flow.zoomOut({ duration })}
      />
      <IconButton
        label="Show all"
        size="small"
        icon={<Maximize className="size-4" />}
        onClick={() => void flow.fitView({ duration, maxZoom: 1, padding: 0.15 })}
      />
    </span>
  )
}

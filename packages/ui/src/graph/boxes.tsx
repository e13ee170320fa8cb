import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { HealthShape } from '../health/health-shape.tsx'
import { healthAppearance, type HealthTone } from '../health/health-state.ts'
import { classNames } from '../utilities/class-names.ts'
import { type Direction, NODE } from './sizes.ts'
import { type BoxFocus, useBoxFocus } from './use-box-focus.ts'

/** Borders by health. Source: REL-006, REL-007. */
const borders: Readonly<Record<HealthTone, string>> = {
  unhealthy: 'border-unhealthy',
  warning: 'border-warning',
  healthy: 'border-line-control',
  unknown: 'border-line-control',
}

const borderOf = (health: string | null | undefined): string =>
  borders[health == null ? 'unknown' : healthAppearance(health).tone]

/** The ends of lines; the direction decides on which sides. */
function Ends({ direction }: { direction: Direction }): ReactNode {
  const [from, to] = direction === 'LR' ? [Position.Left, Position.Right] : [Position.Top, Position.Bottom]
  return (
    <>
      <Handle type="target" position={from} isConnectable={false} className="opacity-0" />
      <Handle type="source" position={to} isConnectable={false} className="opacity-0" />
    </>
  )
}

/** The box of a thing. */
export type ThingBoxNode = Node<
  {
    content: ReactNode
    health: string | null | undefined
    isRoot: boolean
    isFaded: boolean
    direction: Direction
    dim: boolean
    focus: BoxFocus
  },
  'thing'
>

/** The box of a group. React Flow has its own style for nodes of the type `group`. */
export type GroupBoxNode = Node<
  {
    kind: string
    label: ReactNode
    icon: ReactNode
    count: number
    open: boolean
    worst: string | undefined
    direction: Direction
    dim: boolean
    focus: BoxFocus
    onToggle: () => void
  },
  'things'
>

const box = 'flex flex-col justify-center rounded-panel border-2 bg-surface px-3 shadow-raised text-left'

/** A thing in the graph. What is in its box comes from the area. */
export function ThingBox({ data }: NodeProps<ThingBoxNode>): ReactNode {
  const { content, health, isRoot, isFaded, direction, dim, focus } = data
  const whole = useRef<HTMLDivElement>(null)
  useBoxFocus(whole, focus)
  return (
    <div
      ref={whole}
      data-health={health ?? undefined}
      style={NODE}
      className={classNames(
        box,
        borderOf(health),
        isRoot && 'outline-2 outline-offset-2 outline-accent',
        isFaded && 'border-dashed',
        dim && 'opacity-30',
      )}
    >
      <Ends direction={direction} />
      {content}
    </div>
  )
}

/** Things of one kind. A press opens or closes the group. */
export function GroupBox({ data }: NodeProps<GroupBoxNode>): ReactNode {
  const { kind, label, icon, count, open, worst, direction, dim, focus, onToggle } = data
  const whole = useRef<HTMLDivElement>(null)
  useBoxFocus(whole, focus)
  const health = worst === undefined ? undefined : healthAppearance(worst)
  return (
    <div ref={whole}>
      <Ends direction={direction} />
      <button
        type="button"
        aria-expanded={open}
        title={kind}
        onClick={onToggle}
        style={NODE}
        className={classNames(box, 'nopan nodrag hover:bg-hover', borderOf(worst), dim && 'opacity-30')}
      >
        <span className="flex w-full min-w-0 items-center gap-1.5">
          {icon}
          <span className="min-w-0 flex-1 truncate font-medium">{label}</span>
          {health !== undefined && health.tone !== 'healthy' && (
            <HealthShape shape={health.shape} tone={health.tone} />
          )}
          <span className="rounded-small bg-press px-1.5 text-small numeric">
            {count.toLocaleString('en')}
          </span>
          {health !== undefined && <span className="sr-only">, worst {health.word}</span>}
          {open ? (
            <Minus aria-hidden="true" className="size-3.5 shrink-0" />
          ) : (
            <Plus aria-hidden="true" className="size-3.5 shrink-0" />
          )}
        </span>
      </button>
    </div>
  )
}

import { classNames, HealthShape, healthAppearance, type HealthTone, PlainLink } from '@binnacle/ui'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { ConfigIcon } from '../config-icon.tsx'
import { configHref } from '../paths.ts'
import { shortType } from '../short-type.ts'
import { NODE } from './layout.ts'
import type { RelatedConfig } from './queries.ts'

/** Borders by health. Source: REL-006, REL-007. */
const borders: Readonly<Record<HealthTone, string>> = {
  unhealthy: 'border-unhealthy',
  warning: 'border-warning',
  healthy: 'border-line-control',
  unknown: 'border-line-control',
}

/** The ends of lines; the direction decides on which sides. */
function Ends({ direction }: { direction: 'LR' | 'TB' }): ReactNode {
  const [from, to] = direction === 'LR' ? [Position.Left, Position.Right] : [Position.Top, Position.Bottom]
  return (
    <>
      <Handle type="target" position={from} isConnectable={false} className="opacity-0" />
      <Handle type="source" position={to} isConnectable={false} className="opacity-0" />
    </>
  )
}

/** A node of an item. */
export type ItemNode = Node<
  { item: RelatedConfig; isRoot: boolean; direction: 'LR' | 'TB'; dim: boolean },
  'item'
>
/** A node of a group. */
export type GroupNode = Node<
  {
    type: string
    count: number
    open: boolean
    worst: string | undefined
    direction: 'LR' | 'TB'
    dim: boolean
    onToggle: () => void
  },
  'group'
>

const box = 'flex flex-col justify-center rounded-panel border-2 bg-surface px-3 shadow-raised text-left'

/** An item in the graph: its name leads to it. */
export function ItemBox({ data }: NodeProps<ItemNode>): ReactNode {
  const { item, isRoot, direction, dim } = data
  const health = item.health === null ? undefined : healthAppearance(item.health)
  return (
    <div
      data-health={item.health ?? undefined}
      style={NODE}
      className={classNames(
        box,
        borders[health?.tone ?? 'unknown'],
        isRoot && 'outline-2 outline-offset-2 outline-accent',
        item.deleted_at !== null && 'border-dashed',
        dim && 'opacity-30',
      )}
    >
      <Ends direction={direction} />
      <span className="flex min-w-0 items-center gap-1.5">
        {health === undefined ? (
          <ConfigIcon type={item.type} />
        ) : (
          <>
            <HealthShape shape={health.shape} tone={health.tone} />
            <span className="sr-only">{health.word} </span>
          </>
        )}
        <PlainLink
          href={configHref(item.id, 'relationships')}
          aria-current={isRoot || undefined}
          title={item.name}
          className="nopan min-w-0 truncate rounded-small font-medium hover:underline"
        >
          {item.name}
        </PlainLink>
      </span>
      <span className="truncate text-small text-muted" title={item.type}>
        {[shortType(item.type), item.tags['namespace'], item.status]
          .filter((part) => typeof part === 'string' && part !== '')
          .join(' · ')}
      </span>
    </div>
  )
}

/** Items of one type below another one. A press opens or closes it. */
export function GroupBox({ data }: NodeProps<GroupNode>): ReactNode {
  const { type, count, open, worst, direction, dim, onToggle } = data
  const health = worst === undefined ? undefined : healthAppearance(worst)
  return (
    <>
      <Ends direction={direction} />
      <button
        type="button"
        aria-expanded={open}
        title={type}
        onClick={onToggle}
        style={NODE}
        className={classNames(
          box,
          'nopan nodrag hover:bg-hover',
          borders[health?.tone ?? 'unknown'],
          dim && 'opacity-30',
        )}
      >
        <span className="flex w-full min-w-0 items-center gap-1.5">
          <ConfigIcon type={type} />
          <span className="min-w-0 flex-1 truncate font-medium">{shortType(type)}</span>
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
    </>
  )
}

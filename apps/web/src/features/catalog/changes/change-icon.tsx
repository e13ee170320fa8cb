import {
  BadgeCheck,
  CirclePlus,
  CircleX,
  Diff,
  Download,
  GitCommitHorizontal,
  type LucideIcon,
  RefreshCw,
  Rocket,
  RotateCcw,
  Scaling,
  Trash2,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { createElement, type ReactNode } from 'react'

/** Pictures by words in the type of a change; the first match counts. */
const pictures: readonly (readonly [RegExp, LucideIcon])[] = [
  [/undelete|restore/i, Undo2],
  [/delete|remove|kill|terminat/i, Trash2],
  [/create|add|register|insert/i, CirclePlus],
  [/fail|error|backoff|unhealthy|oom|crash/i, CircleX],
  [/warn|evict|unschedul/i, TriangleAlert],
  [/pull/i, Download],
  [/scal/i, Scaling],
  [/deploy|release|rollout|start/i, Rocket],
  [/rollback|revert/i, RotateCcw],
  [/restart|sync|reconcil|update/i, RefreshCw],
  [/healthy|success|complete|approve/i, BadgeCheck],
  [/commit|merge|push/i, GitCommitHorizontal],
]

/** The picture of a type of changes. */
export function ChangeIcon({ type, className }: { type: string; className?: string }): ReactNode {
  const picture = pictures.find(([words]) => words.test(type))?.[1] ?? Diff
  return createElement(picture, {
    className: className ?? 'size-3.5 shrink-0 text-muted',
    'aria-hidden': 'true',
  })
}

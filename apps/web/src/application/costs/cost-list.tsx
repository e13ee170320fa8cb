import { costTrend, formatCost } from '@binnacle/contract/text'
import { Badge } from '@binnacle/ui'
import { TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'

const periods = [
  ['cost_per_minute', 'per minute'],
  ['cost_total_1d', '1 day'],
  ['cost_total_7d', '7 days'],
  ['cost_total_30d', '30 days'],
] as const

/** What something cost, in dollars by period. */
export type Costs = Partial<Readonly<Record<(typeof periods)[number][0], number | null | undefined>>>

/** Whether something costs anything. */
export function hasCosts(costs: Costs): boolean {
  return periods.some(([period]) => (costs[period] ?? 0) !== 0)
}

/** What something cost by period, and whether the last day differs from the others. Source: FMT-007 to FMT-009. */
export function CostList({ costs }: { costs: Costs }): ReactNode {
  const trend = costTrend(costs.cost_total_1d ?? 0, costs.cost_total_30d ?? 0)
  return (
    <ul>
      {periods.map(([period, label]) => {
        const dollars = costs[period] ?? 0
        // A few dollars a month are nothing in a minute.
        const isShown = dollars !== 0 && (period !== 'cost_per_minute' || Math.abs(dollars) >= 0.005)
        return (
          isShown && (
            <li key={period} className="numeric">
              {formatCost(dollars)} <span className="text-muted">{label}</span>
              {period === 'cost_total_1d' && trend !== undefined && <Trend trend={trend} />}
            </li>
          )
        )
      })}
    </ul>
  )
}

function Trend({ trend }: { trend: 'increase' | 'decrease' }): ReactNode {
  const Icon = trend === 'increase' ? TrendingUp : TrendingDown
  return (
    <span title="Compared with the average day of the last 30 days" className="ml-1.5">
      <Badge>
        <Icon aria-hidden="true" className="size-3" />
        {trend === 'increase' ? 'Increase' : 'Decrease'}
      </Badge>
    </span>
  )
}

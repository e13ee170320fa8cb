import { healthRank, healths } from '@binnacle/contract/core'
import { severityRank, summarySeverity } from '@binnacle/contract/health'
import { type ComponentSummary, nameOfComponent, type TopologyComponent } from '@binnacle/contract/topology'

/** A number that leads to what it counts. */
export interface Chip {
  /** Health or severity. */
  state: string
  count: number
  /** The area may not exist, or not for everybody. */
  href: string
  title: string
}

/** A line of what is below a component. */
export interface SummaryLine {
  kind: 'insights' | 'checks' | 'incidents' | 'component'
  id: string
  label: string
  component?: TopologyComponent
  chips: readonly Chip[]
}

/** Lines after which a card shows more on demand. */
export const MOST_LINES = 5

/** Words of a type such as `technical_debt`. */
const wordsOf = (type: string): string =>
  type.replaceAll(/[_-]/g, ' ').replace(/^./, (first) => first.toUpperCase())

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

/**
 * Counts by severity, in which low counts as medium.
 * @param hrefOf the address of what a chip counts, with its severities as the address names them: `medium,low`
 */
function severityChips(
  counts: Readonly<Record<string, number>>,
  label: string,
  hrefOf: (severities: string) => string,
): readonly Chip[] {
  const counted = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .toSorted(([left], [right]) => severityRank(right) - severityRank(left))
  return [...Map.groupBy(counted, ([severity]) => summarySeverity(severity))].map(([state, members]) => ({
    state,
    count: members.reduce((total, [, count]) => total + count, 0),
    href: hrefOf(members.map(([severity]) => severity).join(',')),
    title: `${label}: ${members.map(([severity]) => severity).join(' and ')}`,
  }))
}

const query = (parameters: Readonly<Record<string, string>>): string =>
  new URLSearchParams(parameters).toString()

/** Components by health, as links to those of a component. */
function healthChips(summary: ComponentSummary, hrefOf: (state: string) => string): readonly Chip[] {
  return healths
    .filter((state) => summary[state] > 0)
    .map((state) => ({
      state,
      count: summary[state],
      href: hrefOf(state),
      title: `${summary[state].toLocaleString('en')} ${state} components`,
    }))
}

/** Health checks by health, as links to them. Source: TOP-021. */
function checkChips(checks: Readonly<Record<string, number>>): readonly Chip[] {
  return healths
    .filter((state) => (checks[state] ?? 0) > 0)
    .map((state) => ({
      state,
      count: checks[state] ?? 0,
      href: `/health?${query({ status: state })}`,
      title: `${(checks[state] ?? 0).toLocaleString('en')} ${state} checks`,
    }))
}

/**
 * What is below a component, line by line: insights, checks, incidents, then the components, the worst first.
 * Source: TOP-021, TOP-034.
 */
export function summaryLines(
  component: TopologyComponent,
  linkTo: (id: string, parameters?: Readonly<Record<string, string>>) => string,
): readonly SummaryLine[] {
  const { id, summary, components } = component
  const lines: SummaryLine[] = []
  for (const [type, counts] of Object.entries(summary.insights))
    if (sum(counts) > 0)
      lines.push({
        kind: 'insights',
        id: `insights:${type}`,
        label: wordsOf(type),
        chips: severityChips(
          counts,
          wordsOf(type),
          (severity) => `/catalog/insights?${query({ component: id, type, severity })}`,
        ),
      })
  if (sum(summary.checks) > 0)
    lines.push({ kind: 'checks', id: 'checks', label: 'Health Checks', chips: checkChips(summary.checks) })
  for (const [type, counts] of Object.entries(summary.incidents))
    if (sum(counts) > 0)
      lines.push({
        kind: 'incidents',
        id: `incidents:${type}`,
        label: wordsOf(type),
        chips: severityChips(
          counts,
          `${wordsOf(type)} incidents`,
          (severity) => `/incidents?${query({ type, component: id, severity })}`,
        ),
      })
  const below = components.toSorted(
    (left, right) =>
      healthRank(left.health) - healthRank(right.health) || left.name.localeCompare(right.name, 'en'),
  )
  for (const child of below)
    lines.push({
      kind: 'component',
      id: child.id,
      label: nameOf(child),
      component: child,
      chips: healthChips(child.summary, (state) => linkTo(child.id, { status: state })),
    })
  return lines
}

/** Returns what a component is called on screens. */
export const nameOf = nameOfComponent

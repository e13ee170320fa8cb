import { type Severity, severityRank } from '@binnacle/contract/health'
import type { ScrapeContext, ScrapeOutput, ScrapedChange } from '@binnacle/plugin-kit/scrapers'
import { dateAt, type Fields, textAt } from '../paths.ts'
import { isExcluded } from '../patterns.ts'
import type { Api } from './client.ts'
import { idOf, type Subscription, subscriptionPath } from './item.ts'
import type { AzureSpec } from './spec.ts'

const FIRST_MILLISECONDS = 7 * 86_400_000
/** Events arrive up to 20 minutes late ("Azure Monitor activity log"), so that each run looks back a little. */
const LATE_MILLISECONDS = 30 * 60_000
/** Operations of one run that are kept until its last page, because the events of one are on several pages. */
const MOST_OPERATIONS = 50_000

const severities: ReadonlyMap<string, Severity> = new Map([
  ['critical', 'critical'],
  ['error', 'high'],
  ['warning', 'medium'],
  ['verbose', 'low'],
])

function changeOf(event: Fields): ScrapedChange | undefined {
  const resource = textAt(event, 'resourceId') ?? textAt(event, 'authorization.scope')
  const operation = textAt(event, 'operationName.value')
  const correlation = textAt(event, 'correlationId') ?? textAt(event, 'eventDataId')
  if (resource === undefined || operation === undefined || correlation === undefined) return undefined
  const status = textAt(event, 'status.localizedValue') ?? textAt(event, 'status.value')
  const by = textAt(event, 'caller')
  const at = dateAt(event, 'eventTimestamp')
  const { claims: _claims, ...details } = event
  return {
    kind: 'change',
    item: { externalId: idOf(resource) },
    externalId: correlation,
    type: operation,
    severity: severities.get((textAt(event, 'level') ?? '').toLowerCase()) ?? 'info',
    summary: `${textAt(event, 'operationName.localizedValue') ?? operation}${status === undefined ? '' : `: ${status}`}`,
    source: 'AzureActivityLog',
    details,
    ...(by === undefined ? {} : { by }),
    ...(at === undefined ? {} : { at }),
  }
}

/** Of two events of one operation the later one, with the worse severity of both. */
function merged(one: ScrapedChange | undefined, other: ScrapedChange): ScrapedChange {
  if (one === undefined) return other
  const later = (one.at?.getTime() ?? 0) > (other.at?.getTime() ?? 0) ? one : other
  const rank = ({ severity = 'info' }: ScrapedChange) => severityRank(severity)
  const severity = (rank(one) > rank(other) ? one : other).severity
  return severity === undefined ? later : { ...later, severity }
}

/** What was done in a subscription since the last run ("Activity Logs - List"). Events of one operation are one change. */
export async function* activityOf(
  api: Api,
  subscription: Subscription,
  { exclusions }: Pick<AzureSpec, 'exclusions'>,
  context: ScrapeContext,
): AsyncGenerator<ScrapeOutput> {
  const now = context.now()
  const since = new Date(
    Math.max(now.getTime() - FIRST_MILLISECONDS, (context.lastComplete?.getTime() ?? 0) - LATE_MILLISECONDS),
  )
  const changes = new Map<string, ScrapedChange>()
  const pages = api.list(
    `${subscriptionPath(subscription)}/providers/Microsoft.Insights/eventtypes/management/values`,
    {
      'api-version': '2015-04-01',
      $filter: `eventTimestamp ge '${since.toISOString()}' and eventTimestamp le '${now.toISOString()}'`,
    },
  )
  for await (const page of pages) {
    if (!page.ok) {
      yield { kind: 'fault', message: page.failure.message, type: 'changes', scope: subscription.id }
      break
    }
    for (const event of page.value) {
      const change = changeOf(event)
      if (change === undefined || isExcluded(change.type, exclusions?.activityLogs)) continue
      const key = `${change.item.externalId} ${change.externalId} ${change.type}`
      changes.set(key, merged(changes.get(key), change))
    }
    if (changes.size > MOST_OPERATIONS) {
      context.log(`the activity log has more than ${MOST_OPERATIONS} operations; older ones are not read`)
      break
    }
  }
  yield* changes.values()
}

const categories: ReadonlyMap<string, string> = new Map([
  ['Cost', 'cost'],
  ['HighAvailability', 'availability'],
  ['Performance', 'performance'],
  ['Security', 'security'],
])
const impacts: ReadonlyMap<string, Severity> = new Map([
  ['High', 'high'],
  ['Medium', 'medium'],
])

/** What Advisor recommends ("Recommendations - List"). */
export async function* adviceOf(api: Api, subscription: Subscription): AsyncGenerator<ScrapeOutput> {
  const pages = api.list(`${subscriptionPath(subscription)}/providers/Microsoft.Advisor/recommendations`, {
    'api-version': '2023-01-01',
  })
  for await (const page of pages) {
    if (!page.ok) {
      yield { kind: 'fault', message: page.failure.message, type: 'insights', scope: subscription.id }
      return
    }
    for (const advice of page.value) {
      const resource = textAt(advice, 'properties.resourceMetadata.resourceId')
      const problem = textAt(advice, 'properties.shortDescription.problem')
      if (resource === undefined || problem === undefined) continue
      yield {
        kind: 'insight',
        item: { externalId: idOf(resource) },
        analyzer: textAt(advice, 'properties.recommendationTypeId') ?? problem,
        type: categories.get(textAt(advice, 'properties.category') ?? '') ?? 'recommendation',
        severity: impacts.get(textAt(advice, 'properties.impact') ?? '') ?? 'low',
        summary: problem,
        details: advice,
      }
    }
  }
}

import { milliseconds, parseBoundedJson } from '@binnacle/plugin-kit/core'
import type { ScrapeContext, ScrapeOutput, ScrapedChange } from '@binnacle/plugin-kit/scrapers'
import { type Fields, dateAt, isFields, textAt, textsAt, valuesAt } from '../paths.ts'
import type { Api } from './client.ts'
import { wholeList } from './read.ts'
import type { AwsSpec } from './spec.ts'
import { amazonTypes } from './types/index.ts'

/** How far back the first run looks, in milliseconds. */
const FIRST_MILLISECONDS = 7 * 86_400_000
/** Events arrive up to 15 minutes late ("CloudTrail event history"), so that each run looks back a little. */
const LATE_MILLISECONDS = 20 * 60_000
const USUAL_EXCLUSIONS = ['AssumeRole']

/** Types as CloudTrail and Config call them, where the catalog calls them otherwise. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['AWS::EC2::Volume', 'AWS::EBS::Volume'],
  ['AWS::EC2::Ec2Instance', 'AWS::EC2::Instance'],
  ['AWS::RDS::DBInstanceIdentifier', 'AWS::RDS::DBInstance'],
])
const known = new Set(amazonTypes.map(({ type }) => type))

/** The type of the catalog for one of CloudTrail or Config; undefined for one that is not read. */
function catalogType(name: string): string | undefined {
  const type = otherNames.get(name) ?? name
  return known.has(type) ? type : undefined
}

/** Who did it: a person, else the role or service that acted. */
function actorOf(event: Fields, details: Fields): string | undefined {
  const identity = details['userIdentity']
  return (
    textAt(event, 'Username') ??
    (identity === undefined
      ? undefined
      : (textAt(identity, 'userName') ??
        textAt(identity, 'sessionContext.sessionIssuer.userName') ??
        textAt(identity, 'arn')))
  )
}

function detailsOf(event: Fields): Fields {
  const parsed = parseBoundedJson(textAt(event, 'CloudTrailEvent') ?? '{}')
  return parsed.ok && isFields(parsed.value) ? parsed.value : {}
}

function* changesOf(event: Fields, source: string): Generator<ScrapedChange> {
  const externalId = textAt(event, 'EventId')
  const type = textAt(event, 'EventName')
  if (externalId === undefined || type === undefined) return
  const details = detailsOf(event)
  const by = actorOf(event, details)
  const at = dateAt(event, 'EventTime')
  const failure = textAt(details, 'errorCode')
  for (const resource of valuesAt(event, 'Resources[]')) {
    const name = textAt(resource, 'ResourceName')
    const itemType = catalogType(textAt(resource, 'ResourceType') ?? '')
    if (name === undefined || itemType === undefined) continue
    yield {
      kind: 'change',
      item: { externalId: name, type: itemType },
      externalId,
      type,
      source,
      summary: failure === undefined ? type : `${type}: ${failure}`,
      details,
      ...(by === undefined ? {} : { by }),
      ...(at === undefined ? {} : { at }),
    }
  }
}

/** What was done in a region since the last run (CloudTrail's "LookupEvents"), the newest first. */
export async function* trailOf(
  api: Api,
  { account, region }: { account: string; region: string },
  options: NonNullable<AwsSpec['cloudtrail']>,
  context: ScrapeContext,
): AsyncGenerator<ScrapeOutput> {
  const { exclude = USUAL_EXCLUSIONS, maxAge } = options
  const now = context.now().getTime()
  const oldest = now - (maxAge === undefined ? FIRST_MILLISECONDS : milliseconds(maxAge))
  const since = Math.max(oldest, (context.lastComplete?.getTime() ?? 0) - LATE_MILLISECONDS)
  const pages = api.pages({
    service: 'cloudtrail',
    operation: 'LookupEvents',
    region,
    input: {
      LookupAttributes: [{ AttributeKey: 'ReadOnly', AttributeValue: 'false' }],
      StartTime: Math.floor(since / 1_000),
      EndTime: Math.ceil(now / 1_000),
      MaxResults: 50,
    },
  })
  for await (const page of pages) {
    if (!page.ok) {
      yield { kind: 'fault', message: page.failure.message, type: 'changes', scope: `${account}/${region}` }
      return
    }
    for (const event of valuesAt(page.value, 'Events[]'))
      if (isFields(event) && !exclude.some((start) => (textAt(event, 'EventName') ?? '').startsWith(start)))
        yield* changesOf(event, `AWS::CloudTrail::${region}:${account}`)
  }
}

/** Items of a region that break rules of AWS Config. */
export async function* complianceOf(
  api: Api,
  { account, region }: { account: string; region: string },
): AsyncGenerator<ScrapeOutput> {
  const place = { service: 'config', region } as const
  const missing = (message: string): ScrapeOutput => ({
    kind: 'fault',
    message,
    type: 'insights',
    scope: `${account}/${region}`,
  })
  const rules = await wholeList(api, place, {
    operation: 'DescribeComplianceByConfigRule',
    input: { ComplianceTypes: ['NON_COMPLIANT'] },
    items: 'ComplianceByConfigRules[].ConfigRuleName',
  })
  if (!rules.ok) {
    yield missing(rules.failure.message)
    return
  }
  for (const rule of rules.value.flatMap((name) => textsAt(name, ''))) {
    const found = await wholeList(api, place, {
      operation: 'GetComplianceDetailsByConfigRule',
      input: { ConfigRuleName: rule, ComplianceTypes: ['NON_COMPLIANT'], Limit: 100 },
      items: 'EvaluationResults[]',
    })
    if (!found.ok) {
      yield missing(found.failure.message)
      continue
    }
    for (const result of found.value) {
      const resource = 'EvaluationResultIdentifier.EvaluationResultQualifier'
      const id = textAt(result, `${resource}.ResourceId`)
      const type = catalogType(textAt(result, `${resource}.ResourceType`) ?? '')
      if (id === undefined || type === undefined) continue
      const note = textAt(result, 'Annotation')
      yield {
        kind: 'insight',
        item: { externalId: id, type },
        analyzer: rule,
        type: 'compliance',
        severity: 'medium',
        summary: note ?? `breaks the rule ${rule}`,
        details: result,
      }
    }
  }
}

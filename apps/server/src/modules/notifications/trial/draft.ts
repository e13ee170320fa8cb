// A rule that somebody is writing, as the pipeline would use it once it is saved.
import type { Problem } from '@binnacle/contract/core'
import type { FurtherRecipient, RuleDraft } from '@binnacle/contract/notifications'
import type { Pool } from 'pg'
import { parseRow } from '../../../platform/data/rows.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { DRAFT_ID } from '../pipeline/decide/explain.ts'
import { type Rule, ruleOfDraft } from '../pipeline/rules.ts'
import { nameServices } from '../rules/recipients.ts'
import { type RuleRow, ruleRow } from '../rules/schema.ts'
import { sealServices, type ServiceColumn, serviceColumns } from '../rules/services.ts'
import type { ServiceProblems } from '../rules/settings.ts'
import type { NotificationTables } from '../tables.ts'

export interface DraftDependencies {
  pool: Pool
  secrets: Secrets
  serviceProblems: ServiceProblems
}

type Services = Record<ServiceColumn, readonly FurtherRecipient[] | null>

const none: Services = { custom_services: null, fallback_custom_services: null, further_recipients: null }

async function storedServices(pool: Pool, id: string | undefined): Promise<Services> {
  if (id === undefined) return none
  const row = await tablesOn<NotificationTables>(pool)
    .selectFrom('core.notifications')
    .select(['custom_services', 'fallback_custom_services', 'further_recipients'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? none
}

/** Reads the parts that lead to recipients as saving would; what is entered by half is a problem, and is left out. */
function readColumn(
  draft: RuleDraft,
  column: ServiceColumn,
): { entries: RuleRow[ServiceColumn]; problems: Problem[] } {
  try {
    const row = { events: draft.events, [column]: draft[column] ?? null }
    return { entries: parseRow(ruleRow, row)[column], problems: [] }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return { entries: undefined, problems: [...error.problems] }
  }
}

/**
 * A draft as the pipeline would use it, with what is wrong with its services.
 * @param id of the stored rule whose services masks of URLs stand for
 */
export async function readDraft(
  { pool, secrets, serviceProblems }: DraftDependencies,
  draft: RuleDraft,
  id: string | undefined,
): Promise<{ rule: Rule; problems: Problem[] }> {
  const stored = await storedServices(pool, id)
  const problems: Problem[] = []
  const services: Services = { ...none }
  for (const column of serviceColumns) {
    const read = readColumn(draft, column)
    const named = await nameServices<FurtherRecipient>(pool, read.entries)
    const sealed = sealServices(named, stored[column], column, secrets)
    problems.push(...read.problems, ...(sealed.ok ? [] : sealed.failure))
    services[column] = sealed.ok ? sealed.value : null
  }
  const { properties = null, person_id: person = null, team_id: team = null } = draft
  problems.push(
    ...(await serviceProblems({
      ...services,
      custom_services: parsedServices(services.custom_services),
      fallback_custom_services: parsedServices(services.fallback_custom_services),
      properties,
      namespace: 'default',
      person_id: person,
      team_id: team,
    })),
  )
  const rule = await ruleOfDraft(pool, DRAFT_ID, {
    ...draft,
    custom_services: plainRows(services.custom_services),
    fallback_custom_services: plainRows(services.fallback_custom_services),
    further_recipients: plainRows(services.further_recipients),
  })
  return { rule, problems }
}

const plainRows = (entries: readonly FurtherRecipient[] | null) =>
  entries?.map((entry) => ({ ...entry })) ?? null

const parsedServices = (entries: readonly FurtherRecipient[] | null) =>
  entries?.flatMap((entry) => ('person_id' in entry || 'team_id' in entry ? [] : [entry])) ?? null

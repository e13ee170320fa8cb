import { anyOf, type Connection, tablesOn } from '../../../platform/database/tables-on.ts'
import type { EscalationEntry } from '@binnacle/contract/on-call'
import { loadNames } from '../rotas/stored.ts'
import type { EscalationTables } from './tables.ts'

/** Steps that the escalation of an alert carried out, the earliest first. */
export async function escalationLog(
  reader: Connection,
  alertId: string,
): Promise<{ entries: EscalationEntry[] }> {
  const rows = await tablesOn<EscalationTables>(reader)
    .selectFrom('core.escalation_steps as entry')
    .innerJoin('core.escalations as escalation', 'escalation.alert_id', 'entry.alert_id')
    .innerJoin('core.escalation_policies as policy', 'policy.id', 'escalation.policy_id')
    .select([
      'entry.alert_id',
      'entry.cycle',
      'entry.round',
      'entry.step',
      'entry.outcome',
      'entry.person_ids',
      'entry.team_ids',
      'entry.created_at',
      'policy.name as policy_name',
    ])
    .where('entry.alert_id', '=', alertId)
    .orderBy('entry.cycle')
    .orderBy('entry.round')
    .orderBy('entry.step')
    .limit(1_000)
    .execute()
  const names = await loadNames(
    reader,
    rows.flatMap(({ person_ids: ids }) => ids),
  )
  const teams = await tablesOn(reader)
    .selectFrom('core.teams')
    .select(['id', 'name'])
    .where('id', '=', anyOf(rows.flatMap(({ team_ids: ids }) => ids)))
    .execute()
  return {
    entries: rows.map((row) => ({
      alertId: row.alert_id,
      policyName: row.policy_name,
      cycle: row.cycle,
      round: row.round,
      step: row.step,
      at: row.created_at.toISOString(),
      outcome: row.outcome,
      people: row.person_ids.map((id) => names.person(id)),
      teams: row.team_ids.map((id) => teams.find((team) => team.id === id)?.name ?? ''),
    })),
  }
}

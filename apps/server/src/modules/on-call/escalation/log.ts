import type { Connection } from '../../../platform/database/tables-on.ts'
import type { EscalationEntry } from '@binnacle/contract/on-call'
import type { KnownColumns } from '../../../platform/database/columns.ts'
import { loadNames } from '../rotas/stored.ts'

type StepRow = KnownColumns<
  'core.escalation_steps',
  'alert_id' | 'cycle' | 'round' | 'step' | 'outcome' | 'person_ids' | 'team_ids' | 'created_at',
  { outcome: EscalationEntry['outcome'] }
>

/** Steps that the escalation of an alert carried out, the earliest first. */
export async function escalationLog(
  reader: Connection,
  alertId: string,
): Promise<{ entries: EscalationEntry[] }> {
  const { rows } = await reader.query<StepRow & { policy_name: string }>(
    `select entry.alert_id, entry.cycle, entry.round, entry.step, entry.outcome, entry.person_ids, entry.team_ids,
       entry.created_at, policy.name as policy_name
     from core.escalation_steps as entry
     join core.escalations as escalation using (alert_id)
     join core.escalation_policies as policy on policy.id = escalation.policy_id
     where entry.alert_id = $1
     order by entry.cycle, entry.round, entry.step
     limit 1000`,
    [alertId],
  )
  const names = await loadNames(
    reader,
    rows.flatMap(({ person_ids: ids }) => ids),
  )
  const { rows: teams } = await reader.query<{ id: string; name: string }>(
    'select id, name from core.teams where id = any($1)',
    [rows.flatMap(({ team_ids: ids }) => ids)],
  )
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

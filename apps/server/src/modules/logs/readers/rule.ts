import sql from 'sql-template-tag'
import type { RowRule } from '../../../platform/access/rows.ts'

/**
 * Whose a log backend is: everybody's where it names no readers, else administrators' and theirs. Everything that reads
 * lines or shows log backends asks this rule.
 */
export const openToReaders: RowRule = ({ roles, personId }, row) => {
  if (roles.includes('admin')) return 'all'
  // Somebody without a role has the rights of a viewer.
  const held = roles.length === 0 ? ['viewer'] : [...roles]
  return sql`(
    ${row}.readers is null
    or jsonb_exists_any(${row}.readers->'roles', ${held}::text[])
    or jsonb_exists(${row}.readers->'people', ${personId}::text)
    or exists (
      select from core.team_members as member
      where member.person_id = ${personId}::uuid and jsonb_exists(${row}.readers->'teams', member.team_id::text)
    )
  )`
}

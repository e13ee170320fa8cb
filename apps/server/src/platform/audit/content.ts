import { raw } from 'sql-template-tag'

/**
 * SQL of the SHA-256 of a row, so that large rows need not be loaded. It lists the columns, so that a new column does not
 * change the digests of older rows. The time is in microseconds, so that the time zone of the session does not matter.
 */
export const CONTENT_DIGEST = raw(`pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.jsonb_build_array(
  row.id, (extract(epoch from row.created_at) * 1000000)::bigint, row.person_id, row.actor, row.session_id,
  row.token_id, row.address, row.action, row.resource, row.resource_id, row.resource_name, row.before, row.after,
  row.user_agent, row.occurrences
)::text, 'UTF8'))`)

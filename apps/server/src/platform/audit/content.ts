/**
 * The SHA-256 of the content of a row, in SQL, so that large rows need not be loaded. Spelled out column by column, so that a column which is added later does not
 * change what older rows were sealed as; the time as microseconds, so that the session's time zone does not matter.
 */
export const CONTENT_DIGEST = `pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.jsonb_build_array(
  row.id, (extract(epoch from row.created_at) * 1000000)::bigint, row.person_id, row.actor, row.session_id,
  row.token_id, row.address, row.action, row.resource, row.resource_id, row.resource_name, row.before, row.after,
  row.user_agent, row.occurrences
)::text, 'UTF8'))`

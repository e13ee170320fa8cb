alter table core.checks
  -- Judged from the checks of its canary, not run against anything: what `resultMode: junit` gives.
  add column suite boolean not null default false;

alter table core.check_state
  -- The suite of its canary that this check is a test of.
  add column suite_id uuid;

-- A suite is due when one of its tests turns, or says anything while the suite has no time of its own to run at. In the
-- transaction of the result, so that no result is left out.
create function core.wake_suites() returns trigger
language plpgsql
as $$
begin
  if not exists (select from new_rows where suite_id is not null) then
    return null;
  end if;
  update core.check_state as suite set due_at = least(suite.due_at, said.time)
  from (
    select fresh.suite_id, max(fresh.last_runtime) as time, bool_or(fresh.state <> before.state) as turned
    from new_rows as fresh join old_rows as before using (check_id)
    where fresh.suite_id is not null and fresh.last_runtime is distinct from before.last_runtime
    group by fresh.suite_id
  ) as said
  where suite.check_id = said.suite_id and (said.turned or suite.due_at is null);
  return null;
end
$$;
create trigger wake_suites after update on core.check_state
referencing old table as old_rows new table as new_rows
for each statement execute function core.wake_suites();

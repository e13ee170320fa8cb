-- The events of checks: when each failed and passed again. Rules are tried on all of a day.
create table core.check_transitions (
  check_id uuid not null,
  at timestamptz not null,
  state core.health_state not null,
  primary key (check_id, at)
) partition by range (at);
create table core.check_transitions_rest partition of core.check_transitions default;
create index check_transitions_at on core.check_transitions (at desc);
-- What is known of the day before this release: the last event of each check.
insert into core.check_transitions (check_id, at, state)
select check_id, last_transition_time, state from core.check_state
where last_transition_time > now() - interval '1 day' and state <> 'unknown'
on conflict do nothing;

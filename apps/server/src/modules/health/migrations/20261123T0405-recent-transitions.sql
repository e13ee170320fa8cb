-- Rules of notifications are tried on the checks that changed last.
create index check_state_transition on core.check_state (last_transition_time desc)
where last_transition_time is not null;

-- Whether another module records the results of a check, which therefore has no runs of its own.
alter table core.checks add column pushed boolean not null default false;

-- Lanes of jobs of the process that do not look at the queue although they have free places
alter table core.processes add column still_lanes text[] not null default '{}';

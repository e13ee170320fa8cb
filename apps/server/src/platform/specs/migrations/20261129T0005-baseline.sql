-- Calls of people that are limited in an hour, such as tests of drafts: a row for each person and kind, which all processes
-- share. What it says is worth an hour, so it need not survive a crash of the database.
create unlogged table core.person_calls (
  person_id text not null,
  kind text not null,
  -- When the hour began
  since timestamptz not null,
  calls integer not null,
  primary key (person_id, kind)
);

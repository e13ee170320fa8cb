-- Who reads a log backend besides administrators: {roles, teams, people}, with ids; null for everybody who reads logs.
-- The logs of the machine are administrators' until they open them to others.
alter table core.logging_backends add column readers jsonb;
update core.logging_backends set readers = '{"roles": [], "teams": [], "people": []}'
where spec ?| array['file', 'journal', 'self'];

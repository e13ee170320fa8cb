-- People and teams under the names that clients know.

create view api.people as
select id, name, case when deleted_at is null then email end as email, avatar, created_at, updated_at, last_login, deleted_at
from core.people;

-- People with the roles they hold; who holds none is left out.
create view api.people_roles as
select people.id, people.name, people.email, array_agg(held.role order by held.role) as roles
from core.people
join core.people_roles as held on held.person_id = people.id
where people.deleted_at is null
group by people.id;

-- First and last name of a whole name. Where the first name is known it may have blanks in it.
create function derived.name_parts(whole text, known_first text) returns jsonb
language sql immutable parallel safe
return case
  when starts_with(whole, known_first || ' ')
    then jsonb_build_object('first', known_first, 'last', substring(whole from length(known_first) + 2))
  when position(' ' in whole) > 0
    then jsonb_build_object(
      'first', split_part(whole, ' ', 1), 'last', substring(whole from position(' ' in whole) + 1)
    )
  else jsonb_build_object('first', whole, 'last', '')
end;

-- Accounts as an identity service shows them, and people who are invited, who have none yet.
create view api.identities as
select
  id,
  jsonb_build_object('email', email, 'name', derived.name_parts(name, first_name)) as traits,
  case when active then 'active' else 'inactive' end as state,
  coalesce(state_changed_at, created_at) as state_changed_at,
  created_at,
  updated_at,
  false as invited,
  name,
  (
    select string_agg(held.role, ',' order by held.role) from core.people_roles as held where held.person_id = people.id
  ) as role_names
from core.people
where deleted_at is null
union all
select
  id,
  jsonb_build_object('email', email, 'name', jsonb_build_object('first', first_name, 'last', last_name)),
  'inactive',
  created_at,
  created_at,
  created_at,
  true,
  concat_ws(' ', first_name, last_name),
  null
from core.invitations
where used_at is null and expires_at > now();

create view api.teams as
select id, name, icon, spec, source, created_by, created_at, updated_at, deleted_at
from core.teams;

create view api.team_members as
select team_id, person_id, created_at
from core.team_members;

-- Teams in use, each with what its last job said.
create view api.teams_with_status as
select
  teams.id,
  teams.name,
  teams.icon,
  teams.spec,
  teams.source,
  teams.created_by,
  teams.created_at,
  teams.updated_at,
  teams.deleted_at,
  job.job_name,
  job.success_count as job_success_count,
  job.error_count as job_error_count,
  job.details as job_details,
  job.hostname as job_hostname,
  job.duration_millis as job_duration_millis,
  job.resource_type as job_resource_type,
  job.status as job_status,
  job.time_start as job_time_start,
  job.time_end as job_time_end,
  job.created_at as job_created_at,
  job.time_start as last_runtime,
  job.last_failed_at as job_last_failed,
  (select people.name from core.people where people.id = teams.created_by) as created_by_name
from core.teams
left join core.resource_job_status as job on job.resource_type = 'team' and job.resource_id = teams.id
where teams.deleted_at is null;

-- Where components stood and what they were called, so that the tree can be shown as it was. Rows stay when a component is
-- removed for good, and name no other row for that reason.

-- A component from one change of its place or name to the next
create table core.component_versions (
  component_id uuid not null,
  valid_from timestamptz not null,
  -- Null while it holds
  valid_to timestamptz,
  topology_id uuid,
  agent_id uuid not null,
  external_id text not null,
  parent_id uuid,
  path text not null,
  position integer,
  name text not null,
  text text,
  type text,
  topology_type text,
  namespace text,
  icon text,
  owner text,
  lifecycle text,
  labels jsonb not null,
  hidden boolean not null,
  created_at timestamptz not null,
  primary key (component_id, valid_from)
);
create index component_versions_time on core.component_versions (valid_from, valid_to);
create index component_versions_ended on core.component_versions (valid_to) where valid_to is not null;

-- What a component had to do with another one, while it had
create table core.component_relationship_versions (
  component_id uuid not null,
  relationship_id uuid not null,
  selector_id text not null,
  kind text not null,
  valid_from timestamptz not null,
  valid_to timestamptz,
  primary key (component_id, relationship_id, selector_id, valid_from)
);
create index component_relationship_versions_ended on core.component_relationship_versions (valid_to)
where valid_to is not null;

-- Ends what held of components, and begins what holds now. What held for no time, within one transaction, goes.
create function core.keep_component_versions() returns trigger
language plpgsql
as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select id from new_rows);
  elsif tg_op = 'DELETE' then
    changed := array(select id from old_rows);
  else
    changed := array(
      select fresh.id from new_rows as fresh join old_rows as before on before.id = fresh.id
      where (fresh.topology_id, fresh.agent_id, fresh.external_id, fresh.parent_id, fresh.path, fresh.position, fresh.name,
          fresh.text, fresh.type, fresh.topology_type, fresh.namespace, fresh.icon, fresh.owner, fresh.lifecycle,
          fresh.labels, fresh.hidden, fresh.deleted_at)
        is distinct from (before.topology_id, before.agent_id, before.external_id, before.parent_id, before.path,
          before.position, before.name, before.text, before.type, before.topology_type, before.namespace, before.icon,
          before.owner, before.lifecycle, before.labels, before.hidden, before.deleted_at)
    );
  end if;
  if cardinality(changed) = 0 then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from core.component_versions
    where component_id = any (changed) and valid_to is null and valid_from >= now();
    update core.component_versions set valid_to = now() where component_id = any (changed) and valid_to is null;
  end if;
  if tg_op <> 'DELETE' then
    insert into core.component_versions (component_id, valid_from, topology_id, agent_id, external_id, parent_id, path,
      position, name, text, type, topology_type, namespace, icon, owner, lifecycle, labels, hidden, created_at)
    select id, now(), topology_id, agent_id, external_id, parent_id, path, position, name, text, type, topology_type,
      namespace, icon, owner, lifecycle, labels, hidden, created_at
    from new_rows where deleted_at is null and id = any (changed);
  end if;
  return null;
end
$$;
create trigger versions_insert after insert on core.components referencing new table as new_rows
for each statement execute function core.keep_component_versions();
create trigger versions_update after update on core.components referencing old table as old_rows new table as new_rows
for each statement execute function core.keep_component_versions();
create trigger versions_delete after delete on core.components referencing old table as old_rows
for each statement execute function core.keep_component_versions();

-- The same for what components have to do with each other. What is refused does not hold.
create function core.begin_relationship_versions() returns trigger
language plpgsql
as $$
begin
  insert into core.component_relationship_versions (component_id, relationship_id, selector_id, kind, valid_from)
  select component_id, relationship_id, selector_id, kind, now() from new_rows
  where deleted_at is null and refused is null;
  return null;
end
$$;
create function core.end_relationship_versions() returns trigger
language plpgsql
as $$
begin
  delete from core.component_relationship_versions as version using old_rows as gone
  where (version.component_id, version.relationship_id, version.selector_id)
      = (gone.component_id, gone.relationship_id, gone.selector_id)
    and version.valid_to is null and version.valid_from >= now();
  update core.component_relationship_versions as version set valid_to = now() from old_rows as gone
  where (version.component_id, version.relationship_id, version.selector_id)
      = (gone.component_id, gone.relationship_id, gone.selector_id)
    and version.valid_to is null;
  return null;
end
$$;
create function core.change_relationship_versions() returns trigger
language plpgsql
as $$
begin
  delete from core.component_relationship_versions as version using new_rows as fresh
  where (version.component_id, version.relationship_id, version.selector_id)
      = (fresh.component_id, fresh.relationship_id, fresh.selector_id)
    and version.valid_to is null and version.valid_from >= now();
  update core.component_relationship_versions as version set valid_to = now() from new_rows as fresh
  where (version.component_id, version.relationship_id, version.selector_id)
      = (fresh.component_id, fresh.relationship_id, fresh.selector_id)
    and version.valid_to is null
    and (fresh.deleted_at is not null or fresh.refused is not null or fresh.kind <> version.kind);
  insert into core.component_relationship_versions (component_id, relationship_id, selector_id, kind, valid_from)
  select component_id, relationship_id, selector_id, kind, now() from new_rows as fresh
  where fresh.deleted_at is null and fresh.refused is null
    and not exists (
      select from core.component_relationship_versions as version
      where (version.component_id, version.relationship_id, version.selector_id)
          = (fresh.component_id, fresh.relationship_id, fresh.selector_id)
        and version.valid_to is null
    );
  return null;
end
$$;
create trigger versions_insert after insert on core.component_relationships referencing new table as new_rows
for each statement execute function core.begin_relationship_versions();
create trigger versions_update after update on core.component_relationships referencing new table as new_rows
for each statement execute function core.change_relationship_versions();
create trigger versions_delete after delete on core.component_relationships referencing old table as old_rows
for each statement execute function core.end_relationship_versions();

-- Of the time before, only what holds now is known.
insert into core.component_versions (component_id, valid_from, valid_to, topology_id, agent_id, external_id, parent_id,
  path, position, name, text, type, topology_type, namespace, icon, owner, lifecycle, labels, hidden, created_at)
select id, created_at, deleted_at, topology_id, agent_id, external_id, parent_id, path, position, name, text, type,
  topology_type, namespace, icon, owner, lifecycle, labels, hidden, created_at
from core.components;
insert into core.component_relationship_versions (component_id, relationship_id, selector_id, kind, valid_from, valid_to)
select component_id, relationship_id, selector_id, kind, created_at, deleted_at
from core.component_relationships where refused is null;

create table core.{{table}} (
  id uuid primary key default core.new_id(),
  name text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  created_by uuid references core.people,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create index {{table}}_by_time on core.{{table}} (created_at desc, id desc);
create index {{table}}_of_person on core.{{table}} (created_by);
create index {{table}}_open on core.{{table}} (created_at) where state = 'open';
select core.announce_changes_of('core.{{table}}', '{{table}}', 'id');

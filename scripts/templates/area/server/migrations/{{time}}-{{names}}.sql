create table core.{{names}} (
  id uuid primary key default core.new_id(),
  name text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  created_by uuid references core.people,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create index {{names}}_by_time on core.{{names}} (created_at desc, id desc);
create index {{names}}_of_person on core.{{names}} (created_by);
create index {{names}}_open on core.{{names}} (created_at) where state = 'open';
select core.announce_changes_of('core.{{names}}', '{{names}}', 'id');

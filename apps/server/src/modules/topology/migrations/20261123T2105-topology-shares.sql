-- Components that people without an account may look at, with all below them.

create table core.topology_shares (
  component_id uuid primary key references core.components on delete cascade,
  -- SHA-256 of the key in the link. The key itself is stored nowhere
  key_digest bytea not null,
  -- What is shown besides names and health
  properties boolean not null default false,
  messages boolean not null default false,
  shared_by uuid references core.people on delete set null,
  shared_at timestamptz not null default now(),
  -- When the present link was made
  link_at timestamptz not null default now(),
  last_seen_at timestamptz
);
create index topology_shares_shared_by on core.topology_shares (shared_by) where shared_by is not null;
select core.announce_changes_of('core.topology_shares', 'topology_shares', 'component_id');

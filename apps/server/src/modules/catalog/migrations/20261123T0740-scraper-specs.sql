-- How people wrote a scraper, and which process follows its source.
alter table core.config_scrapers
  -- Changes with each save
  add column revision uuid not null default core.new_id(),
  -- The spec as it was typed, sealed, without its secrets
  add column text text,
  -- Whether any entry asks to be told what happens between two runs
  add column follows boolean not null default false;

create table core.scraper_follows (
  scraper_id uuid primary key references core.config_scrapers on delete cascade,
  -- Process that follows the source, until it renews
  owner uuid not null,
  until timestamptz not null,
  since timestamptz not null default now(),
  last_at timestamptz,
  -- Why it began again last
  error text
);

-- What the specs of scrapers covered, so that items of what a changed spec no longer covers are found.

-- A part of a source that a run saw whole, and the spec of the last run that did. Null means all types or scopes.
create table core.scrape_partitions (
  scraper_id uuid not null references core.config_scrapers on delete cascade,
  type text,
  scope text,
  revision uuid not null,
  unique nulls not distinct (scraper_id, type, scope)
);

-- The spec of the last run of a scraper, and when its first run began.
create table core.scrape_specs (
  scraper_id uuid primary key references core.config_scrapers on delete cascade,
  revision uuid not null,
  since timestamptz not null
);

-- How far the catalog is behind its sources.

alter table core.scraper_follows
  -- When the catalog last had everything of a type: {type: time}. It ends with the row, so what is not followed any more has none
  add column up_to_date jsonb not null default '{}';

-- The newest change of an item that its source gave a time: when it happened, and when it was stored.
create table core.config_item_lags (
  config_id uuid primary key references core.config_items on delete cascade,
  change_at timestamptz not null,
  stored_at timestamptz not null
);

-- The same of all that a scraper told.
create table core.scraper_lags (
  scraper_id uuid primary key references core.config_scrapers on delete cascade,
  change_at timestamptz not null,
  stored_at timestamptz not null
);

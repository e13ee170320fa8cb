-- Items that were purged after the ages of their type had deleted them. Their source may show them still, and without this they
-- would be new again.
create table core.config_item_expired (
  config_id uuid primary key,
  scraper_id uuid not null references core.config_scrapers on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Of the document; null where there was none.
  config_hash bytea,
  shown_at timestamptz not null
);
create index config_item_expired_scraper on core.config_item_expired (scraper_id);
create index config_item_expired_shown on core.config_item_expired (shown_at);

-- How far the catalog is behind its sources: when it last had everything, after a look or because a followed source said so,
-- and the newest change that a source gave a time, with when it was stored.

create view api.config_freshness as
select
  items.id,
  greatest(live.last_scraped_time, (follows.up_to_date ->> items.type)::timestamptz) as up_to_date_at,
  lags.change_at,
  lags.stored_at
from core.config_items as items
left join core.config_item_liveness as live on live.config_id = items.id
left join core.config_item_lags as lags on lags.config_id = items.id
left join core.scraper_follows as follows on follows.scraper_id = items.scraper_id;

-- Of the types of a followed source, the one counts that is furthest behind.
create view api.config_scraper_freshness as
select
  scrapers.id,
  greatest(
    (
      select runs.started_at from core.scrape_runs as runs
      where runs.scraper_id = scrapers.id and runs.state in ('published', 'held') and runs.counts -> 'errors' = '0'
      order by runs.started_at desc limit 1
    ),
    (select min(told.at::timestamptz) from jsonb_each_text(follows.up_to_date) as told (type, at))
  ) as up_to_date_at,
  lags.change_at,
  lags.stored_at
from core.config_scrapers as scrapers
left join core.scraper_follows as follows on follows.scraper_id = scrapers.id
left join core.scraper_lags as lags on lags.scraper_id = scrapers.id
where scrapers.deleted_at is null;

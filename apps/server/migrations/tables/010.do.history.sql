-- Results that people look for among millions. Few of a healthy check are in either index, so both cost little to keep.
create index check_statuses_unwell on core.check_statuses (check_id, time desc) where state <> 'healthy';
-- Filters by duration begin at 100 ms. The duration is part of the key, so that rows which are too short are not read.
create index check_statuses_slow on core.check_statuses (check_id, time desc, duration) where duration >= 100;

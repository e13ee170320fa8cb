-- Of recurring maintenance: its window now, or else the next one, so that lists can say whether it is in force. A table of
-- its own, so that the next window is no change of the silence.
create table core.notification_silence_windows (
  silence_id uuid primary key references core.notification_silences on delete cascade,
  "from" timestamptz not null,
  until timestamptz not null
);
select core.announce_changes_of('core.notification_silence_windows', 'notification_silences', 'silence_id');
create index notification_silences_recurring on core.notification_silences (id) where schedule is not null and deleted_at is null;

-- Of recurring maintenance that has no window left, a row without times says so. Otherwise it would be looked for again every minute.
alter table core.notification_silence_windows alter column "from" drop not null;
alter table core.notification_silence_windows alter column until drop not null;

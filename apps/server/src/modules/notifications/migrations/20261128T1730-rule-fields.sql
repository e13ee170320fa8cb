-- Who is told beside the one recipient that other clients know: a list of {person_id}, {team_id} or services as in
-- custom_services, whose URLs are sealed.
alter table core.notifications add column further_recipients jsonb;
-- Hours of the week in which messages wait, {timeZone, hours}
alter table core.notifications add column if not exists quiet_hours jsonb;
-- Nanoseconds after which a failure that goes on is told again; null: never
alter table core.notifications add column reminder_interval bigint check (reminder_interval > 0);
-- When a resource counts as flapping: null as usual, {off}, or {changes, window_minutes, calm_minutes}
alter table core.notifications add column flapping jsonb;

-- Messages that wait for the next list to their recipient: one job for each recipient looks at them.
alter table core.notification_send_history add column in_list boolean not null default false;
create index notification_send_history_in_list on core.notification_send_history (recipient)
where status = 'pending' and in_list;

-- Whom an alert of a rule reaches next while nobody acknowledges it: an escalation policy.
alter table core.notifications add column escalation_policy_id uuid;

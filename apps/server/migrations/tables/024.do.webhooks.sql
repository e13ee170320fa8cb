-- Strangers ask for webhooks by name, so that finding one must be cheap however many checks there are.
create index checks_webhook on core.checks (name) where type = 'webhook' and deleted_at is null and not transformed;

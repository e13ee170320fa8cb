-- Who created a flow, as a keyed digest of their network address: flows are limited by it.
alter table core.identity_flows add column requester bytea;
create index identity_flows_requester on core.identity_flows (requester, issued_at desc);
-- The oldest flows of strangers go first when there are too many.
create index identity_flows_anonymous on core.identity_flows (issued_at desc, id desc) where person_id is null;

-- The code by the address that it was emailed to. A flow for which no email was sent has no digest of its own and takes
-- any code that is valid for its address.
alter table core.mailed_codes
  alter column digest drop not null,
  add column shared_digest bytea,
  add column shared_expires_at timestamptz;
create index mailed_codes_shared on core.mailed_codes (shared_digest) where shared_digest is not null;
create index mailed_codes_email on core.mailed_codes (email);

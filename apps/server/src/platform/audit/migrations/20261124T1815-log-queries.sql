-- What the query language of the audit log asks for. The parts of addresses are so common that only an order of whole ones
-- finds a person's rows. Spelled as in the view of the data service.
create index audit_log_actor on core.audit_log (lower(actor), created_at desc, id desc);
-- Not the program of the client: its long text would make each new row cost twice as much.
create index audit_log_resource_name on core.audit_log using gin (resource_name gin_trgm_ops);
create index audit_log_occurrences on core.audit_log (occurrences);

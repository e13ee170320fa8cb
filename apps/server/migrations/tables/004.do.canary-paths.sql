-- Files and folders of canaries that a process reads: what no process reads any more may be taken away by hand.
alter table core.processes add column canary_paths text[] not null default '{}';

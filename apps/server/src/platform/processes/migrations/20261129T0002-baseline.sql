-- Every running process; one without a heartbeat for some seconds is dead and its leases are free.
create table core.processes (
  id uuid primary key,
  role text not null,
  host text not null,
  pid integer not null,
  -- Name of its workers in the job queue
  workers text,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  -- Files and folders of canaries that a process reads: what no process reads any more may be taken away by hand.
  canary_paths text[] not null default '{}',
  -- The boot and the process namespace in which a process id means the process; null where nobody can tell
  pid_space text,
  -- Lanes of jobs of the process that do not look at the queue although they have free places
  still_lanes text[] not null default '{}'
);

-- The boot and the process namespace in which a process id means the process; null where nobody can tell
alter table core.processes add column pid_space text;

const classes: Readonly<Record<string, string>> = {
  fatal: 'bg-unhealthy-fill',
  critical: 'bg-unhealthy-fill',
  error: 'bg-unhealthy-fill',
  err: 'bg-unhealthy-fill',
  warn: 'bg-warning-fill',
  warning: 'bg-warning-fill',
  info: 'bg-accent',
  notice: 'bg-accent',
}

/** Look of the mark of a line by its level, which its labels name as well. */
export function levelClass(level: string | undefined): string {
  return classes[(level ?? '').toLowerCase()] ?? 'bg-line-strong'
}

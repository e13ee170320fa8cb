import type { LikelyCause } from '@binnacle/contract/causes'

/** Where a thing is shown. */
export function subjectHref({ kind, id }: Pick<LikelyCause['subject'], 'kind' | 'id'>): string {
  const part = encodeURIComponent(id)
  if (kind === 'check') return `/health?checkId=${part}`
  return kind === 'config' ? `/catalog/${part}` : `/topology/${part}`
}

/** Where a change is shown; undefined for what is no row of the changes. */
export function changeHref({ subject, change }: LikelyCause): string | undefined {
  return change === null || change.id === null
    ? undefined
    : `/catalog/${encodeURIComponent(subject.id)}/changes?change=${encodeURIComponent(change.id)}`
}

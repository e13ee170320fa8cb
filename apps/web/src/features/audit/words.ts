import type { AuditEvent } from './queries.ts'

/** An action as people read it: `Sign in`. */
export function actionLabel(action: string): string {
  return action.charAt(0).toUpperCase() + action.slice(1)
}

/** A kind of thing as people read it: `Access tokens`. Paths stay as they are. */
export function resourceLabel(resource: string): string {
  return resource.startsWith('/') ? resource : actionLabel(resource.replaceAll('_', ' '))
}

/** What an event is about, without its kind; undefined where it is about no single thing. */
export function thingOf({ resource_name: name, resource_id: id }: AuditEvent): string | undefined {
  return name ?? id ?? undefined
}

/** A value of a field before or after, as text. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** The fields that an event changed, each with what was before and after; undefined where it had no value. */
export function changesOf({
  before,
  after,
}: Pick<AuditEvent, 'before' | 'after'>): { field: string; before: unknown; after: unknown }[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields].toSorted().map((field) => ({ field, before: before?.[field], after: after?.[field] }))
}

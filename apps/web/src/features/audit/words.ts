import type { AuditEvent } from './event-list.ts'

/** An action as people read it: `Sign in`. */
export function actionLabel(action: string): string {
  return action.charAt(0).toUpperCase() + action.slice(1)
}

/** A kind of thing as people read it: `Access tokens`. Paths stay as they are. */
export function resourceLabel(resource: string): string {
  return resource.startsWith('/') ? resource : actionLabel(resource.replaceAll('_', ' '))
}

/** Returns the name of the resource of an event; undefined if it concerns several. */
export function thingOf({ resource_name: name, resource_id: id }: AuditEvent): string | undefined {
  return name ?? id ?? undefined
}

/** A value of a field before or after, as text. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** Returns the changed fields with their values before and after; undefined for no value. */
export function changesOf({
  before,
  after,
}: Pick<AuditEvent, 'before' | 'after'>): { field: string; before: unknown; after: unknown }[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields].toSorted().map((field) => ({ field, before: before?.[field], after: after?.[field] }))
}

import { healthOf } from '../index.ts'

/** The time at which tests read documents. */
export const now = new Date('2026-11-23T07:00:00Z')
/** Returns the time so many minutes before `now`, as ISO 8601. */
export const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
/** Returns the time so many minutes after `now`, as ISO 8601. */
export const later = (minutes: number) => ago(-minutes)

/** A line of a table of tests: a document, and what the rules read from it. */
export type Row = readonly [
  title: string,
  document: object,
  health: string,
  status: string | undefined,
  ready: boolean,
]

/** Reads a document. @returns its health, its status, and whether it is ready */
export function readingOf(document: object): readonly [string, string | undefined, boolean] {
  const { health, status, ready } = healthOf('Kubernetes::Any', document, now)
  return [health, status, ready]
}

/** Metadata of an object that is old enough to have started. */
export const old = { creationTimestamp: ago(10_000) }
/** Makes a condition of the type `Ready`. */
export const ready = (status = 'True', more: object = {}) => ({ type: 'Ready', status, ...more })

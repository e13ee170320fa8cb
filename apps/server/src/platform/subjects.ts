import type { EventName } from '@binnacle/contract/kinds'
import type { Severity } from '@binnacle/contract/health'
import type { SubjectKind } from '@binnacle/contract/kinds'
import type { ScriptEnvironment } from '@binnacle/scripting'
import { definePort } from './port.ts'

/** Names a resource. */
export interface SubjectKey {
  kind: SubjectKind
  id: string
}

/** What a message says of a resource, and what decides whether there is one. */
export interface SubjectState extends SubjectKey {
  name: string
  type: string | undefined
  namespace: string | undefined
  labels: Readonly<Record<string, string>>
  severity: Severity
  /** What it looks at, such as an address, without secrets. */
  target?: string | undefined
  /** What the system that reported it says of it, such as `description` and `runbook_url`. */
  annotations?: Readonly<Record<string, string>> | undefined
  health: 'healthy' | 'unhealthy' | 'warning' | 'unknown'
  /** Whether it is switched off, so that nobody is told of it. */
  isOff?: boolean | undefined
  /** One line that says why it has this health. */
  reason: string | undefined
  /** Since when it has this health. */
  since: Date | undefined
  /** Resources that contain it, the nearest first. A silence of one of them can silence this one. */
  within: readonly SubjectKey[]
  /** Resources without which it cannot work. While one of them is unhealthy, a rule can keep this one quiet. */
  dependsOn: readonly SubjectKey[]
  /** Path and query of its page. */
  path: string
  /** Values that the scripts of rules and silences see, such as `check` and `canary`. */
  variables: ScriptEnvironment['variables']
}

/** A kind of resource about which people can be notified. */
export interface Subject {
  kind: SubjectKind
  /**
   * Loads resources as they are now. Resources that are gone are left out.
   * @returns by id
   */
  load(ids: readonly string[]): Promise<ReadonlyMap<string, SubjectState>>
  /**
   * Loads a resource as it was after an event. Undefined if it is gone.
   * @param time the time of the event
   */
  loadAt(id: string, time: Date): Promise<SubjectState | undefined>
  /** When a resource was last wrong before an event that says that it is well; undefined if it was not. */
  failureBefore?(id: string, time: Date): Promise<Date | undefined>
  /**
   * Has a resource looked at again, because a message about it has waited. Only kinds of resources that can be looked at
   * have it.
   * @returns whether it will be looked at soon
   */
  lookAgain?(id: string): Promise<boolean>
  /** The events of the last day, the newest first. Rules are tried on them. */
  recentEvents(limit: number): Promise<readonly RecentEvent[]>
  /**
   * Ids of all resources of this kind in use, in their order, a page at a time.
   * @param after the last id of the page before
   */
  page(after: string | undefined, limit: number): Promise<readonly string[]>
  /** The same, of those that are unhealthy or have a warning now. */
  pageOfWrong(after: string | undefined, limit: number): Promise<readonly string[]>
}

/** An event that happened. */
export interface RecentEvent {
  event: EventName
  id: string
  time: Date
}

/** The kinds of resources of all modules that are open by now. */
export const subjects = definePort<ReadonlyMap<string, Subject>>('subjects')

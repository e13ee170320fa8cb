import { DAY, HOUR } from '@binnacle/contract/core'
import {
  type EscalationTarget,
  feedList,
  type MethodForm,
  newFeed,
  type OverrideForm,
  type OwnQuietHours,
  ownReach,
  ownShiftList,
  type PolicyForm,
  policyList,
  pushKey,
  type ReachPlans,
  readiness,
  rotaDetails,
  type RotaForm,
  rotaList,
  shiftList,
  type SwapForm,
  swapList,
  swapStates,
  testResult,
} from '@binnacle/contract/on-call'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../application/requests/api.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.
export const ON_CALL = 'on_call'
export const ESCALATIONS = 'escalations'
/** No topic: only the person themselves changes it. */
export const REACH = 'on_call_reach'

/** A range from the start of this hour, so that the query stays the same for an hour. */
export function rangeFrom(now: number, days: number): { from: string; to: string } {
  const from = Math.floor(now / HOUR) * HOUR
  return { from: new Date(from).toISOString(), to: new Date(from + days * DAY).toISOString() }
}

type Range = ReturnType<typeof rangeFrom>
const inRange = (range: Range) => new URLSearchParams(range).toString()
const nothing = z.unknown()
const identified = z.object({ id: z.string() })

export const rotasQuery = queryOptions({
  queryKey: [ON_CALL, 'rotas'],
  queryFn: ({ signal }) => request('/api/on-call/rotas', rotaList, { signal }),
})

export const rotaQuery = (id: string) =>
  queryOptions({
    queryKey: [ON_CALL, 'rota', id],
    queryFn: ({ signal }) => request(`/api/on-call/rotas/${id}`, rotaDetails, { signal }),
  })

export const shiftsQuery = (id: string, range: Range) =>
  queryOptions({
    queryKey: [ON_CALL, 'shifts', id, range],
    meta: { shows: [id] },
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request(`/api/on-call/rotas/${id}/shifts?${inRange(range)}`, shiftList, { signal }),
  })

export const previewQuery = (form: RotaForm, range: Range) =>
  queryOptions({
    queryKey: [ON_CALL, 'preview', form, range],
    placeholderData: keepPreviousData,
    meta: { quiet: true },
    queryFn: ({ signal }) =>
      request(`/api/on-call/preview?${inRange(range)}`, shiftList, { method: 'POST', body: form, signal }),
  })

export const ownShiftsQuery = (range: Range) =>
  queryOptions({
    queryKey: [ON_CALL, 'own', range],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => request(`/api/on-call/me/shifts?${inRange(range)}`, ownShiftList, { signal }),
  })

export const swapsQuery = queryOptions({
  queryKey: [ON_CALL, 'swaps'],
  queryFn: ({ signal }) => request('/api/on-call/swaps', swapList, { signal }),
})

export const policiesQuery = queryOptions({
  queryKey: [ESCALATIONS, 'policies'],
  queryFn: ({ signal }) => request('/api/on-call/policies', policyList, { signal }),
})

export const reachQuery = queryOptions({
  queryKey: [REACH, 'own'],
  queryFn: ({ signal }) => request('/api/on-call/me', ownReach, { signal }),
})

export const feedsQuery = queryOptions({
  queryKey: [REACH, 'feeds'],
  queryFn: async ({ signal }) => (await request('/api/on-call/me/feeds', feedList, { signal })).feeds,
})

export const readinessQuery = queryOptions({
  queryKey: [ON_CALL, 'readiness'],
  queryFn: ({ signal }) => request('/api/on-call/readiness', readiness, { signal }),
})

const path = (id: string) => encodeURIComponent(id)

/** Creates a rota, or changes one. */
export function saveRota(id: string | undefined, form: RotaForm): Promise<unknown> {
  return id === undefined
    ? request('/api/on-call/rotas', identified, { method: 'POST', body: form })
    : request(`/api/on-call/rotas/${path(id)}`, nothing, { method: 'PUT', body: form })
}

export function deleteRota(id: string): Promise<unknown> {
  return request(`/api/on-call/rotas/${path(id)}`, nothing, { method: 'DELETE' })
}

export function addOverride(rotaId: string, form: OverrideForm): Promise<unknown> {
  return request(`/api/on-call/rotas/${path(rotaId)}/overrides`, identified, { method: 'POST', body: form })
}

export function removeOverride(id: string): Promise<unknown> {
  return request(`/api/on-call/overrides/${path(id)}`, nothing, { method: 'DELETE' })
}

export function askForSwap(form: SwapForm): Promise<unknown> {
  return request('/api/on-call/swaps', identified, { method: 'POST', body: form })
}

/** Answers a request to swap. @returns its state afterwards */
export function answerSwap(id: string, answer: 'accept' | 'refuse' | 'withdraw') {
  return request(`/api/on-call/swaps/${path(id)}`, z.object({ state: z.enum(swapStates) }), {
    method: 'POST',
    body: { answer },
  })
}

/** Creates an escalation policy, or changes one. */
export function savePolicy(id: string | undefined, form: PolicyForm): Promise<unknown> {
  return id === undefined
    ? request('/api/on-call/policies', identified, { method: 'POST', body: form })
    : request(`/api/on-call/policies/${path(id)}`, nothing, { method: 'PUT', body: form })
}

export function deletePolicy(id: string): Promise<unknown> {
  return request(`/api/on-call/policies/${path(id)}`, nothing, { method: 'DELETE' })
}

/** Adds a way to reach the person. @returns its id */
export async function addMethod(form: MethodForm): Promise<string> {
  return (await request('/api/on-call/me/methods', identified, { method: 'POST', body: form })).id
}

const methodPath = (id: string) => `/api/on-call/me/methods/${path(id)}`

export function removeMethod(id: string): Promise<unknown> {
  return request(methodPath(id), nothing, { method: 'DELETE' })
}

export function sendCode(id: string): Promise<unknown> {
  return request(`${methodPath(id)}/code`, nothing, { method: 'POST' })
}

export function verifyMethod(id: string, code: string): Promise<unknown> {
  return request(`${methodPath(id)}/verify`, nothing, { method: 'POST', body: { code } })
}

export function testMethod(id: string) {
  return request(`${methodPath(id)}/test`, testResult, { method: 'POST' })
}

export function testPerson(id: string) {
  return request(`/api/on-call/people/${path(id)}/test`, testResult, { method: 'POST' })
}

export function savePlans(plans: ReachPlans): Promise<unknown> {
  return request('/api/on-call/me/plans', nothing, { method: 'PUT', body: plans })
}

/** Sets the hours in which messages to the person wait. */
export function saveQuietHours(hours: OwnQuietHours): Promise<unknown> {
  return request('/api/on-call/me/quiet-hours', nothing, { method: 'PUT', body: hours })
}

export async function loadPushKey(): Promise<string> {
  return (await request('/api/on-call/web-push-key', pushKey)).key
}

/** Makes a calendar address. @returns the address, which is shown only once */
export async function addFeed(rotaId: string | null): Promise<string> {
  return (await request('/api/on-call/me/feeds', newFeed, { method: 'POST', body: { rotaId } })).url
}

export function removeFeed(id: string): Promise<unknown> {
  return request(`/api/on-call/me/feeds/${path(id)}`, nothing, { method: 'DELETE' })
}

/** The text by which a list finds a target. */
export const targetKey = ({ kind, id }: EscalationTarget): string => `${kind}:${id}`

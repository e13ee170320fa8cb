import { escalationLog as logShape, policyForm, policyList, readiness } from '@binnacle/contract/on-call'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { escalationLog } from '../escalation/log.ts'
import { createPolicy, listPolicies, removePolicy, updatePolicy } from '../escalation/policies.ts'
import { checkReadiness } from '../readiness.ts'
import {
  byId,
  change,
  identified,
  make,
  nothing,
  type OnCallDependencies,
  read,
  write,
} from './dependencies.ts'

/** Routes about escalation policies and what they did. */
export function policyRoutes({ pool, now }: OnCallDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/on-call/policies',
      summary: 'Escalation policies',
      access: read,
      answer: policyList,
      handle: () => listPolicies(pool),
    }),
    defineRoute({
      method: 'POST',
      path: '/on-call/policies',
      summary: 'Creates an escalation policy',
      access: write,
      body: policyForm,
      answer: identified,
      status: 201,
      handle: ({ body, actor }) => make(pool, (client) => createPolicy(client, body, actor)),
    }),
    defineRoute({
      method: 'PUT',
      path: '/on-call/policies/{id}',
      summary: 'Changes an escalation policy',
      access: write,
      params: byId,
      body: policyForm,
      answer: nothing,
      handle: ({ params, body, actor }) =>
        change(pool, (client) => updatePolicy(client, params.id, body, actor)),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/on-call/policies/{id}',
      summary: 'Deletes an escalation policy',
      access: write,
      params: byId,
      answer: nothing,
      handle: ({ params, actor }) => change(pool, (client) => removePolicy(client, params.id, actor)),
    }),
    defineRoute({
      method: 'GET',
      path: '/on-call/alerts/{id}/escalation',
      summary: 'Steps that the escalation of an alert carried out',
      access: read,
      params: byId,
      answer: logShape,
      handle: ({ params }) => escalationLog(pool, params.id),
    }),
    defineRoute({
      method: 'GET',
      path: '/on-call/readiness',
      summary: 'What may keep alerts of the next 14 days from reaching somebody',
      access: read,
      answer: readiness,
      handle: () => checkReadiness(pool, now()),
    }),
  ]
}

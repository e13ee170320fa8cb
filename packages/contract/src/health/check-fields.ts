import { checkStates } from './health.ts'

/** The fields of queries for checks. */
export const checkFields = [
  {
    kind: 'choice',
    name: 'health',
    aliases: ['status', 'state'],
    help: 'Health of the check',
    values: checkStates,
  },
  { kind: 'text', name: 'name', help: 'Name of the check' },
  { kind: 'text', name: 'type', help: 'Type of the check, such as http' },
  { kind: 'text', name: 'canary', help: 'Name of its canary' },
  { kind: 'text', name: 'namespace', help: 'Namespace of its canary' },
  { kind: 'map', name: 'labels', aliases: ['label'], help: 'A label of the check' },
  { kind: 'text', name: 'severity', help: 'Severity of a failure' },
  { kind: 'text', name: 'agent', help: 'Name of the agent that runs it' },
  { kind: 'text', name: 'description', help: 'Description of the check' },
  {
    kind: 'text',
    name: 'reason',
    aliases: ['message'],
    help: 'Message of a check that is not healthy; * matches any characters',
  },
  { kind: 'time', name: 'changed', help: 'When its health changed last' },
  { kind: 'time', name: 'created', help: 'When it was created' },
] as const

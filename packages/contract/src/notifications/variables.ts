/** What the filters and templates of rules see, by name, with a sentence for people who write them. */
export const ruleVariables = {
  agent: 'The agent that the resource belongs to: id, name',
  approval: 'The approval of a playbook run: id, created_at',
  author: 'Who wrote a comment: id, name, email',
  canary: 'The canary of the check: id, name, namespace, labels',
  channel: 'The service that the message goes to, such as slack',
  check: 'The check: id, name, type, namespace, description, endpoint, labels, severity, status, latency',
  comment: 'The comment on an incident: id, comment',
  component: 'The component: id, name, type, namespace, labels, health, status',
  config: 'The catalog item: id, name, type, namespace, labels, tags, health, status',
  evidence: 'The evidence of an incident: id, description',
  health: 'The health of the resource, such as unhealthy',
  hypothesis: 'The hypothesis of an incident: id, title',
  incident: 'The incident: id, incident_id, title, severity, status, type',
  labels: 'The labels of the resource',
  new_state: 'What happened to a catalog item, such as created or deleted',
  permalink: 'Address of the page of the resource',
  person: 'Who approved a run: id, name, email',
  playbook: 'The playbook: id, name, title',
  resource: 'What the message is about, of any kind: kind, name, type, namespace',
  responder: 'The responder of an incident: id, name',
  run: 'The run of a playbook: id, status',
  severity: 'The severity of the resource, such as high',
  silenceURL: 'Address of the page that silences the resource',
  status: 'The result that the check had then: status, message, error, time, duration',
} as const

/** Names of the variables. */
export const ruleVariableNames: readonly string[] = Object.keys(ruleVariables)

/** Fields of the variables that a rule about checks uses most, for completion. */
export const ruleVariableFields: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(ruleVariables).flatMap(([name, text]) => {
    const fields = /: ([a-z_, ]+)$/.exec(text)?.[1]
    return fields?.includes(',') === true ? [[name, fields.split(', ')]] : []
  }),
)

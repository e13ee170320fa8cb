import type { ComponentNode } from '../component-tree.ts'
import { type Draft, healthOf, plainSelector, present, textOf } from './draft.ts'

/** A component as the store takes it. */
export function nodeOf(draft: Draft): ComponentNode {
  const {
    fields,
    name,
    externalId = name,
    labels,
    properties,
    selectors,
    configs,
    needs,
    checks,
    children,
  } = draft
  return {
    externalId,
    name,
    labels,
    hidden: fields.hidden === true,
    properties,
    selectors,
    configs,
    needs,
    checks: checks.map(({ selector, inline }) => ({
      ...(selector === undefined ? {} : { selector: plainSelector(selector) }),
      ...(inline === undefined ? {} : { inline }),
    })),
    logs: (fields.logs ?? []).map(({ name: log, type, labels: of }) => ({
      name: log ?? '',
      ...present({ type, labels: of }),
    })),
    children: children.map(nodeOf),
    ...present({
      text: textOf(fields.text),
      type: textOf(fields.type),
      topologyType: textOf(fields.topologyType),
      namespace: textOf(fields.namespace),
      icon: textOf(fields.icon),
      owner: textOf(fields.owner),
      lifecycle: textOf(fields.lifecycle),
      tooltip: textOf(fields.tooltip),
      description: textOf(fields.description),
      order: fields.order,
      health: healthOf(fields.health),
      status: textOf(fields.status),
      statusReason: textOf(fields.statusReason),
      healthExpression: textOf(fields.healthExpr),
      statusExpression: textOf(fields.statusExpr),
      configId: textOf(fields.configID),
      followsItem: draft.followsItem,
    }),
  }
}

import {
  booleanParameter,
  choiceParameter,
  defineFilters,
  listParameter,
  optionalParameter,
  triStateParameter,
  type ValuesOf,
} from '@binnacle/ui'

/** The parameters of the relationships of an item. */
export const relationshipFilters = defineFilters({
  view: choiceParameter(['table', 'graph'] as const, 'table'),
  /** Source: REL-002. */
  outgoing: booleanParameter(true),
  incoming: booleanParameter(false),
  /** Source: REL-005. */
  relation: choiceParameter(['hard', 'soft'] as const, 'hard'),
  configTypes: triStateParameter(),
  status: triStateParameter(),
  health: triStateParameter(),
  /** Undefined leaves the choice to what this browser stores. */
  hideDeleted: optionalParameter(),
  /** Source: REL-013. */
  direction: choiceParameter(['LR', 'TB'] as const, 'LR'),
  /** Source: REL-014. */
  edges: choiceParameter(['bezier', 'smoothstep'] as const, 'bezier'),
  /** The nearest items, at most. */
  most: choiceParameter(['1000', '5000'] as const, '1000'),
  /** Groups that are not as at first: those of the graph that people opened or closed. */
  toggled: listParameter(),
})
export type RelationshipValues = ValuesOf<typeof relationshipFilters>

/** Which way links are followed. Source: REL-004, REL-024. */
export function directionOf({
  incoming,
  outgoing,
}: Pick<RelationshipValues, 'incoming' | 'outgoing'>): 'incoming' | 'outgoing' | 'all' {
  if (incoming && outgoing) return 'all'
  return incoming ? 'incoming' : 'outgoing'
}

/** The values after incoming links were switched on or off: without them, outgoing ones are followed. Source: REL-003. */
export function withIncoming(incoming: boolean): Partial<RelationshipValues> {
  return incoming ? { incoming } : { incoming, outgoing: true }
}

/** The named arguments of the call for related items. Source: REL-022, REL-023. */
export function callOf(
  id: string,
  values: Pick<RelationshipValues, 'incoming' | 'outgoing' | 'relation' | 'most'>,
  hideDeleted: boolean,
) {
  const direction = directionOf(values)
  const relation = values.relation === 'soft' ? 'both' : 'hard'
  return {
    config_id: id,
    include_deleted_configs: !hideDeleted,
    max_depth: 10,
    most_nodes: Number(values.most),
    type_filter: direction,
    ...(direction === 'outgoing' ? {} : { incoming_relation: relation }),
    ...(direction === 'incoming' ? {} : { outgoing_relation: relation }),
  }
}

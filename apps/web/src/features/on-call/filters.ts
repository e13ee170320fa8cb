import { booleanParameter, choiceParameter, defineFilters, optionalParameter } from '@binnacle/ui'

const tabs = ['rotas', 'policies', 'me', 'readiness'] as const
export type OnCallTab = (typeof tabs)[number]

/** How much of the future timelines show, in days. */
const spans = ['2', '7', '14'] as const
export type Span = (typeof spans)[number]

/** The value that stands for a new thing in place of an id. */
export const NEW = 'new'

/** What the address says of the page. */
export const onCallFilters = defineFilters({
  tab: choiceParameter<OnCallTab>(tabs, 'rotas'),
  span: choiceParameter<Span>(spans, '14'),
  /** Id of the only rota that is shown. */
  rota: optionalParameter(),
  /** Id of the rota in the form, or `new`. */
  edit: optionalParameter(),
  /** Id of the policy in the form, or `new`. */
  policy: optionalParameter(),
  /** Whether a way to reach the person is being added. */
  addWay: booleanParameter(false),
  /** Whether the calendar addresses are shown. */
  calendars: booleanParameter(false),
})

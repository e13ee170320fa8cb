import { REQUIRED } from '@binnacle/contract/core'
import { roles } from '@binnacle/contract/access'
import { field } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import { patternProblem } from './patterns.ts'

const pattern = z.string().min(1, REQUIRED).max(2_000, { abort: true })

/** Rules with patterns, which are compiled together, as what they cost adds up. */
function rules<Rule extends { pattern?: string | undefined }>(rule: z.ZodType<Rule>) {
  return z
    .array(rule)
    .max(50, { abort: true })
    .check((context) => {
      const problem = patternProblem(context.value.map((each) => each.pattern))
      if (problem === undefined) return
      const { index, message } = problem
      context.issues.push({ code: 'custom', message, path: [index, 'pattern'], input: context.value })
    })
}

const scrub = z.strictObject({
  pattern: field(pattern, {
    title: 'Pattern',
    description: 'Regular expression (RE2) of the text that is replaced, in messages and values of labels.',
  }),
  replace: field(z.string().max(1_000).optional(), {
    title: 'Replacement',
    description: '$1 is the first group. Default: ***',
  }),
})

const drop = z
  .strictObject({
    pattern: field(pattern.optional(), {
      title: 'Pattern',
      description: 'Regular expression (RE2). Lines whose message it finds are not shown.',
      requiredWithout: ['when'],
    }),
    when: field(z.string().trim().min(1).max(4_000).optional(), {
      title: 'Condition',
      description: 'CEL. Lines for which it is true are not shown. It sees line.message and line.labels.',
      widget: 'code',
      language: 'cel',
      requiredWithout: ['pattern'],
    }),
  })
  .check((context) => {
    const { pattern: text, when } = context.value
    if ((text === undefined) === (when === undefined))
      context.issues.push({ code: 'custom', message: 'give "pattern" or "when"', input: context.value })
  })

const named = z.string().trim().min(1).max(254)

/** Who reads a log backend, as people write it. */
export const writtenReaders = z.strictObject({
  roles: field(z.array(z.enum(roles)).max(roles.length).optional(), {
    title: 'Roles',
    description: 'Everybody with one of these roles.',
  }),
  teams: field(z.array(named).max(50).optional(), {
    title: 'Teams',
    description: 'Names of teams. Who may edit a team decides who is in it.',
  }),
  people: field(z.array(named).max(100).optional(), {
    title: 'People',
    description: 'Email addresses of people.',
  }),
})

/** Fields of a log backend besides the entries of its types. */
export const logBackendFields = {
  readers: field(writtenReaders.optional(), {
    title: 'Readers',
    description:
      'Who reads these lines besides administrators, who alone change it. Default: everybody who reads logs; for logs of the machine that Binnacle runs on, nobody else.',
    destination: false,
  }),
  scrub: field(rules(scrub).optional(), {
    title: 'Scrub',
    description: 'Replaces texts in lines before anybody sees them.',
    group: 'advanced',
    destination: false,
  }),
  drop: field(rules(drop).optional(), {
    title: 'Drop',
    description: 'Leaves lines out.',
    group: 'advanced',
    destination: false,
  }),
} as const

export type WrittenReaders = z.output<typeof writtenReaders>
export type ScrubRule = z.output<typeof scrub>
export type DropRule = z.output<typeof drop>

/** Keys of a log backend that no type may be named after. */
export const reservedNames: readonly string[] = [
  ...Object.keys(logBackendFields),
  'apiVersion',
  'kind',
  'metadata',
  'spec',
  'status',
]

import * as z from 'zod/mini'
import { REQUIRED } from '../core/required.ts'

/** What can be said of a {{words}}. */
export const {{name}}States = ['open', 'closed'] as const

/** What a person enters of a new {{words}}. */
export const new{{Type}} = z.object({
  name: z.string().check(z.maxLength(200, { abort: true }), z.trim(), z.minLength(1, REQUIRED)),
})
export type New{{Type}} = z.infer<typeof new{{Type}}>

/** A {{words}} as the relation `{{table}}` has it. */
export const {{name}} = z.object({
  id: z.uuid(),
  name: z.string(),
  state: z.enum({{name}}States),
  created_at: z.string(),
  closed_at: z.nullable(z.string()),
})
export type {{Type}} = z.infer<typeof {{name}}>

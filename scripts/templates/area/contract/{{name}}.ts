import * as z from 'zod/mini'
import { REQUIRED } from '../core/required.ts'

/** What can be said of a {{words}}. */
export const {{name}}States = ['open', 'closed'] as const

/** What a person enters of a new {{words}}. */
export const new{{Type}} = z.object({
  name: z.string().check(z.maxLength(200, { abort: true }), z.trim(), z.minLength(1, REQUIRED)),
})
export type New{{Type}} = z.infer<typeof new{{Type}}>

/** A {{words}} as the relation `{{names}}` has it. */
export const {{name}} = z.object({
  id: z.uuid(),
  name: z.string(),
  state: z.enum({{name}}States),
  created_at: z.string(),
  closed_at: z.nullable(z.string()),
})
export type {{Type}} = z.infer<typeof {{name}}>

/** Somebody, or time, closed a {{words}}. Consumers read from its row what holds now. */
export const {{name}}Closed = z.object({ {{name}}Id: z.uuid(), time: z.iso.datetime() })

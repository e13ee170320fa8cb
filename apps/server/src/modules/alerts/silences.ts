import { isDeepStrictEqual } from 'node:util'
import { DAY, isUuid } from '@binnacle/contract/core'
import { silenceForm } from '@binnacle/contract/notifications'
import { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { RequestError } from '../../platform/errors.ts'
import type { SilenceBook, WrittenSilence } from '../silences/index.ts'
import { type Matcher, parseMatchers, selectBy, selectInTurns, selectionBudget } from './matchers.ts'
import { coverageOf, matchersOf } from './silence-matchers.ts'

/** Days for which silences that ended are listed, as in Alertmanager. */
const KEEP_DAYS = 5
const MOST_LISTED = 5_000
/** Alertmanager's clients expect an end, which recurring maintenance may not have. */
const NO_END_DAYS = 366

const matcher = z.object({
  name: z.string().min(1, 'a matcher needs the name of a label').max(128),
  value: z.string().max(1_024),
  isRegex: z.boolean(),
  isEqual: z.boolean().default(true),
})

/** A silence as clients of Alertmanager write it. */
export const postableSilence = z.object({
  id: z.string().nullish(),
  matchers: z.array(matcher).min(1, 'a silence needs a matcher').max(50),
  startsAt: z.iso.datetime({ offset: true, error: 'is not a time' }),
  endsAt: z.iso.datetime({ offset: true, error: 'is not a time' }),
  createdBy: z.string(),
  comment: z.string().max(4_000),
})

/** A silence as Alertmanager's API describes it. */
export const gettableSilence = z.object({
  id: z.string(),
  matchers: z.array(matcher),
  startsAt: z.string(),
  endsAt: z.string(),
  updatedAt: z.string(),
  createdBy: z.string(),
  comment: z.string(),
  status: z.object({ state: z.enum(['expired', 'active', 'pending']) }),
})
type GettableSilence = z.infer<typeof gettableSilence>

function show(silence: WrittenSilence, now: Date): GettableSilence {
  const { id, from, until, updatedAt, maker, description } = silence
  const end = until ?? new Date(now.getTime() + NO_END_DAYS * DAY)
  return {
    id,
    matchers: matchersOf(silence),
    startsAt: from.toISOString(),
    endsAt: end.toISOString(),
    updatedAt: updatedAt.toISOString(),
    createdBy: maker,
    comment: description,
    status: { state: end <= now ? 'expired' : from > now ? 'pending' : 'active' },
  }
}

function refuse(path: string, message: string): never {
  throw new RequestError('EINVALID', `${path}: ${message}`, [{ path, message }])
}

/** Refuses matchers that cannot work, or that match alerts without any label. */
function requireNarrow(matchers: readonly Matcher[]): void {
  const selection = selectBy(matchers)
  if (!selection.ok) refuse('matchers', selection.failure)
  if (selection.value({})) refuse('matchers', 'at least one must not match an empty label')
}

/** Creates the verbs of silences in Alertmanager's form, on the silences of the product. */
export function createAlertSilences({ book, clock }: { book: SilenceBook; clock: Clock }) {
  async function requireSilence(id: string): Promise<WrittenSilence> {
    const silence = isUuid(id) ? await book.find(id) : undefined
    if (silence === undefined) throw new RequestError('ENOTFOUND', 'There is no silence with this id')
    return silence
  }

  return {
    /** Silences that hold, will hold or ended lately. @param filters matchers on the labels that silences name */
    async list(filters: readonly string[]): Promise<GettableSilence[]> {
      const now = clock.now()
      const matchers = filters.flatMap((filter) => {
        const parsed = parseMatchers(filter)
        return parsed.ok ? parsed.value : refuse('filter', parsed.failure)
      })
      const selection = selectBy(matchers)
      if (!selection.ok) refuse('filter', selection.failure)
      const since = new Date(now.getTime() - KEEP_DAYS * DAY)
      const shown = (await book.list(since, MOST_LISTED)).map((silence) => show(silence, now))
      const selects = (silence: GettableSilence) =>
        selection.value(Object.fromEntries(silence.matchers.map(({ name, value }) => [name, value])))
      return selectInTurns(shown, selects, selectionBudget())
    },

    async get(id: string): Promise<GettableSilence> {
      return show(await requireSilence(id), clock.now())
    },

    /**
     * Creates a silence, or changes one that has not ended.
     * @returns its id
     */
    async save(given: z.output<typeof postableSilence>, actor: Actor): Promise<string> {
      const now = clock.now()
      const { id, matchers, startsAt, endsAt, comment } = given
      const before = id === null || id === undefined || id === '' ? undefined : await requireSilence(id)
      const [from, until] = [new Date(startsAt), new Date(endsAt)]
      if (until < now) refuse('endsAt', 'is in the past')
      if (until <= from) refuse('endsAt', 'is not after startsAt')
      const isKept = before !== undefined && isDeepStrictEqual(matchersOf(before), matchers)
      if (!isKept) requireNarrow(matchers)
      const changes = {
        // A silence does not hold for what was before somebody made it.
        from: (before === undefined && from < now ? now : from).toISOString(),
        until: until.toISOString(),
        description: comment,
        ...(isKept ? {} : coverageOf(matchers)),
      }
      if (before?.until !== undefined && before.until > now) {
        await book.update(before.id, changes, actor)
        return before.id
      }
      // Alertmanager makes a new one in place of one that has ended.
      return book.create(silenceForm.parse({ ...coverageOf(matchers), ...changes }), actor)
    },

    /** Ends a silence. One that has not begun never begins. */
    async expire(id: string, actor: Actor): Promise<void> {
      const now = clock.now()
      const { from, until } = await requireSilence(id)
      if (until !== undefined && until <= now) return
      const end = now.toISOString()
      await book.update(id, { ...(from > now ? { from: end } : {}), until: end }, actor)
    },
  }
}

export type AlertSilences = ReturnType<typeof createAlertSilences>

import type { Egress } from '@binnacle/egress'
import { type ConnectionValues, connectionSecrets } from '../core/connection.ts'
import { notifierFamily } from '../families/notifiers.ts'
import type { NotifierDefinition, RunNotifier } from '../notifiers/notifier.ts'
import { contextForTest, messageForTest, type RunForTestOptions, waitHere } from '../testing.ts'
import { describeRunnableFamily, type RunsOf, type Targets } from './runs.ts'
import { SECRET_PLACE, withSecret } from './secret.ts'

/** What the folder of a notification service brings for the suite: settings and connections to real targets. */
export type NotifierTargets = Targets<NotifierInput> & Required<Pick<Targets<NotifierInput>, 'arrived'>>

/** The settings of a message, and the connection that it is sent with. */
export interface NotifierInput {
  spec: Readonly<Record<string, unknown>>
  connection: ConnectionValues
  /** Brings requests for the vendor's host to the server of the test. Default: requests go where they are sent. */
  egress?: Egress
}

/** A word that no service writes in another way. */
const WORD = 'fiddlewood'
const message = messageForTest({ body: `The host is called ${WORD}.` })

function isStart(value: unknown): value is () => Promise<NotifierTargets> {
  return typeof value === 'function'
}

function runsOf(
  definition: NotifierDefinition,
  options: RunForTestOptions,
): RunsOf<NotifierInput, RunNotifier> {
  return {
    async run(code, { spec, connection, egress }, signal) {
      const context = {
        ...contextForTest(options),
        ...(egress === undefined ? {} : { egress }),
        signal,
        wait: waitHere(signal),
        connection,
        key: 'test',
      }
      const sent = await code(definition.schema.parse(spec), message, context)
      return { worked: sent.ok, reason: sent.ok ? undefined : sent.failure.message, seen: sent }
    },
    carries: WORD,
    inputOf: (spec, working) => ({ ...working, spec }),
    withSecrets({ spec, connection, egress }) {
      const { password, url } = connection
      const secretive = {
        ...connection,
        ...(password === undefined ? {} : { password: withSecret(password) }),
        ...(url?.includes(SECRET_PLACE) === true ? { url: withSecret(url) } : {}),
      }
      return {
        input: { spec, connection: secretive, ...(egress === undefined ? {} : { egress }) },
        secrets: connectionSecrets(secretive),
      }
    },
  }
}

/**
 * What every notification service of a family must pass.
 * @param family folder of the family, ending in /
 */
export async function describeNotifierFamily(family: URL, options: RunForTestOptions): Promise<void> {
  const plugins = await notifierFamily.load(family)
  await describeRunnableFamily(
    'notifier',
    family,
    plugins,
    (definition) => runsOf(definition, options),
    isStart,
  )
}

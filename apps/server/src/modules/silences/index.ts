import { partOf } from '../../platform/access/gate.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import { defineKind } from '../../platform/kind.ts'
import type { OpenModule } from '../../platform/module.ts'
import { subjects } from '../../platform/subjects.ts'
import { alerting } from '../on-call/index.ts'
import { createSilenceBook } from './book.ts'
import { createEndingJob } from './ending.ts'
import { silenceBook, silencing } from './ports.ts'
import { createSilencePreview } from './preview.ts'
import { silenceRoutes } from './routes.ts'
import { createSilencing } from './silencing.ts'
import { createWindowJob } from './stored-windows.ts'
import { createSilenceWriter } from './writer.ts'

export {
  type ActiveSilence,
  type SilenceBook,
  silenceBook,
  type Silencing,
  silencing,
  type WrittenSilence,
} from './ports.ts'

const feature = 'settings.notifications'

/** Pages of resources show silences too, which is why the feature does not close it. */
/** Silences and maintenance windows: keeps messages back while somebody says so. */
export const openSilences: OpenModule = (platform) => {
  const { pool, mails, parts, configuration } = platform
  const known = subjects.of(platform)
  const matching = createSilencing({ ...platform, subjects: known })
  parts.onEnd('silences', () => matching.close())
  silencing.offer(platform, matching)
  silenceBook.offer(platform, createSilenceBook(platform))
  const preview = createSilencePreview({ ...platform, subjects: known })
  return {
    name: 'silences',
    routes: partOf(feature, silenceRoutes({ ...platform, preview })),
    kinds: [
      defineKind({
        name: 'notification_silences',
        resource: 'notifications',
        relations: { notification_silences: { writes: createSilenceWriter(platform.clock), feature } },
      }),
    ],
    async followMove(client, { kind, oldId, newId }) {
      if (kind === 'configs')
        await tablesOn(client)
          .updateTable('core.notification_silences')
          .set({ config_id: newId })
          .where('config_id', '=', oldId)
          .execute()
    },
    jobs: [
      createWindowJob(pool),
      createEndingJob({
        pool,
        mails,
        publicUrl: configuration.publicUrl,
        alerting: () => alerting.find(platform),
      }),
    ],
  }
}

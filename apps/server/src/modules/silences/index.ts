import { partOf } from '../../platform/access/gate.ts'
import type { DataRules } from '../../platform/data/index.ts'
import type { LiveTopics } from '../../platform/http/live-stream.ts'
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
const topics: LiveTopics = { notification_silences: 'notifications' }

/** Silences and maintenance windows: keeps messages back while somebody says so. */
export const openSilences: OpenModule = (platform) => {
  const { pool, mails, parts, configuration } = platform
  const known = subjects.of(platform)
  const matching = createSilencing({ ...platform, subjects: known })
  parts.onEnd('silences', () => matching.close())
  silencing.offer(platform, matching)
  silenceBook.offer(platform, createSilenceBook(platform))
  const preview = createSilencePreview({ ...platform, subjects: known })
  const data: DataRules = {
    notification_silences: {
      resource: 'notifications',
      writes: createSilenceWriter(platform.clock),
      feature,
    },
  }
  return {
    name: 'silences',
    routes: partOf(feature, silenceRoutes({ ...platform, preview })),
    data,
    topics,
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

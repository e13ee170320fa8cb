import { HOUR } from '@binnacle/contract/core'
import { type ReactNode, useState } from 'react'
import { type RefreshRate, RefreshRatePicker } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Refresh rate'

function Chosen({ range }: { range: number }): ReactNode {
  const [rate, setRate] = useState<RefreshRate>('60s')
  return (
    <div>
      <RefreshRatePicker value={rate} onChange={setRate} rangeMilliseconds={range} />
    </div>
  )
}

export const stories: readonly Story[] = [
  { name: 'With a range of 15 minutes', render: () => <Chosen range={HOUR / 4} /> },
  { name: 'With a range of three hours', render: () => <Chosen range={3 * HOUR} /> },
]

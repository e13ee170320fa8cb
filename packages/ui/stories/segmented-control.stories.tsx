import { LayoutGrid, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SegmentedControl } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'SegmentedControl'

const layouts = [
  { value: 'table', label: 'Table', icon: <Table2 /> },
  { value: 'cards', label: 'Cards', icon: <LayoutGrid /> },
] as const

function Example(): ReactNode {
  const [layout, setLayout] = useState<(typeof layouts)[number]['value']>('table')
  return <SegmentedControl label="Layout" segments={layouts} value={layout} onChange={setLayout} />
}

export const stories: readonly Story[] = [{ name: 'Two ways to see', render: () => <Example /> }]

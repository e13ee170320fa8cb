import { BrandMark } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Brand'

export const stories: readonly Story[] = [
  {
    name: 'Mark',
    render: () => (
      <div className="flex items-end gap-6">
        {[16, 20, 32, 64, 128].map((size) => (
          <BrandMark key={size} size={size} />
        ))}
        <BrandMark size={32} className="text-primary" />
      </div>
    ),
  },
]

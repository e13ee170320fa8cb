import { ExternalLink, TextLink } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Link'

export const stories: readonly Story[] = [
  {
    name: 'In text',
    render: () => (
      <p className="max-w-prose">
        The check belongs to <TextLink href="#canary">the canary “checkout”</TextLink>, which is read from a
        file. <ExternalLink href="https://example.com/">Read about files</ExternalLink>.
      </p>
    ),
  },
]

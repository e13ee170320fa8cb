import type { ReactNode } from 'react'

/** One component in one state. */
export interface Story {
  name: string
  /** @param alone shown by itself: what opens over the page may be open */
  render: (context: { alone: boolean }) => ReactNode
}

/** What a story file exports. */
export interface StoryFile {
  title: string
  stories: readonly Story[]
  /** `screen` fills the window, so one story is shown at a time. */
  layout?: 'screen'
}

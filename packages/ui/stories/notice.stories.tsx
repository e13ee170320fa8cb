import { Button, Notice } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Notice'

export const stories: readonly Story[] = [
  {
    name: 'Kinds',
    render: () => (
      <div className="flex max-w-md flex-col gap-3">
        <Notice kind="information">A code was sent to the address if it has an account.</Notice>
        <Notice kind="success">Your changes have been saved.</Notice>
        <Notice kind="warning" actions={<Button size="small">Show the page</Button>}>
          While this flag is on, nobody can open this page.
        </Notice>
        <Notice kind="error">Email or password is wrong.</Notice>
      </div>
    ),
  },
]

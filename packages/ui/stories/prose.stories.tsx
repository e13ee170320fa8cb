import type { Story } from './story.ts'

export const title = 'Prose'

export const stories: readonly Story[] = [
  {
    name: 'A document',
    render: () => (
      <article className="prose-text max-w-2xl">
        <h3>Checks</h3>
        <p>
          A <strong>check</strong> looks at one thing: an address, a port, a name. See{' '}
          <a href="#operating">Operating</a> for what it may do.
        </p>
        <ul>
          <li>
            Its schedule is <code>@every 30s</code>.
          </li>
          <li>Its result is kept for 30 days.</li>
        </ul>
        <pre>
          <code>{'spec:\n  http:\n    - url: https://example.com'}</code>
        </pre>
      </article>
    ),
  },
]

import type { ReactNode } from 'react'
import { BrandMark, PageHeader, themes } from '../src/index.ts'
import type { Story, StoryFile } from './story.ts'

const files: readonly StoryFile[] = Object.values(
  import.meta.glob<StoryFile>('./*.stories.tsx', { eager: true }),
).toSorted((left, right) => left.title.localeCompare(right.title))

function addressOf(search: URLSearchParams, changes: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) next.set(name, value)
  return `?${next.toString()}`
}

/** The story that the address names, or the list of all. */
export function Catalogue({ search }: { search: URLSearchParams }): ReactNode {
  const file = files.find((candidate) => candidate.title === search.get('story'))
  if (file === undefined) return <Index search={search} />
  const named = file.stories.find((story) => story.name === search.get('name'))
  if (file.layout === 'screen') return (named ?? file.stories[0])?.render({ alone: true })
  return (
    <main className="mx-auto flex max-w-6xl flex-col gap-8 p-4 sm:p-8">
      <h1 className="text-title font-semibold">{file.title}</h1>
      {(named === undefined ? file.stories : [named]).map((story) => (
        <StorySection key={story.name} story={story} alone={named !== undefined} />
      ))}
    </main>
  )
}

function StorySection({ story, alone }: { story: Story; alone: boolean }): ReactNode {
  return (
    <section aria-label={story.name} className="flex min-w-0 flex-col gap-2">
      <h2 className="text-small font-medium text-muted">{story.name}</h2>
      {story.render({ alone })}
    </section>
  )
}

function Index({ search }: { search: URLSearchParams }): ReactNode {
  return (
    <main className="mx-auto flex max-w-4xl flex-col gap-6 p-4 sm:p-8">
      <PageHeader
        title={
          <span className="flex items-center gap-2">
            <BrandMark size={24} /> Binnacle components
          </span>
        }
        actions={themes.map((theme) => (
          <a key={theme} href={addressOf(search, { theme })} className="capitalize hover:underline">
            {theme}
          </a>
        ))}
      />
      <ul className="columns-1 gap-6 sm:columns-2">
        {files.map((file) => (
          <li key={file.title} className="mb-4 break-inside-avoid">
            <a
              data-story={file.title}
              href={addressOf(search, { story: file.title })}
              className="font-semibold hover:underline"
            >
              {file.title}
            </a>
            <ul className="mt-1 text-secondary">
              {file.stories.map((story) => (
                <li key={story.name}>
                  <a
                    data-story={file.title}
                    data-name={story.name}
                    href={addressOf(search, { story: file.title, name: story.name })}
                    className="hover:underline"
                  >
                    {story.name}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </main>
  )
}

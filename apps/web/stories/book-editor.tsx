import type { SpecProblem } from '@binnacle/contract/health'
import type { SchemaNode } from '@binnacle/contract/schema'
import { PlainLink, TextField } from '@binnacle/ui'
import { type ReactNode, useState } from 'react'
import { parse } from 'yaml'
import { RequestFailure } from '../src/application/requests/failure.ts'
import { SpecEditor } from '../src/application/spec-editor/spec-editor.tsx'
import type { SpecStorage, StoredSpec } from '../src/application/spec-editor/use-save.ts'
import { useTrial } from '../src/application/spec-editor/use-trial.ts'

interface Fields {
  isbn: string
}

const schema: SchemaNode = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', title: 'Title', description: 'Shown on the cover.' },
    pages: { type: 'integer', title: 'Pages', minimum: 1 },
    binding: { title: 'Binding', enum: ['hardcover', 'paperback'] },
    genres: { type: 'array', title: 'Genres', items: { type: 'string' } },
    author: { type: 'object', title: 'Author', properties: { name: { type: 'string', title: 'Name' } } },
  },
}

const text = `# Printed once a year\ntitle: Moby Dick\npages: 635\n`

function problemsOf(book: string): SpecProblem[] {
  const value: unknown = parse(book)
  const isTitled = typeof value === 'object' && value !== null && 'title' in value && Boolean(value.title)
  return isTitled ? [] : [{ path: 'title', message: 'Enter a title', line: 2, column: 1 }]
}

/** Keeps one book in the page. Someone else changes it before the second save. */
function createShelf(): SpecStorage<Fields> {
  let stored: StoredSpec<Fields> = {
    id: 'moby',
    name: 'Moby Dick',
    revision: '1',
    fields: { isbn: '' },
    text,
  }
  let saves = 0
  return {
    validation: { key: ['book'], run: async (book) => ({ problems: problemsOf(book) }) },
    create: () => Promise.reject(new Error('the shelf is full')),
    load: async () => stored,
    async update(_id, revision, values) {
      saves += 1
      if (saves === 2) stored = { ...stored, revision: 'theirs', text: 'title: The Whale\n' }
      if (revision !== stored.revision)
        throw new RequestFailure('Another version is stored', {
          status: 409,
          problems: [{ path: 'revision', message: 'Another version is stored' }],
        })
      stored = { ...stored, ...values, revision: `${saves + 1}` }
      document.body.dataset['stored'] = stored.text
      return stored
    },
  }
}

/** Edits a book, which no area of the product knows. */
export function BookEditor(): ReactNode {
  const [shelf] = useState(createShelf)
  const trials = useTrial(1)
  return (
    <main className="mx-auto max-w-screen-lg p-3 sm:p-4">
      <h1 className="text-title font-semibold">Book</h1>
      <SpecEditor
        thing="book"
        schema={schema}
        spec={{ id: 'moby', revision: '1', fields: { isbn: '' }, text }}
        storage={shelf}
        prepare={(fields) => (fields.isbn === '' ? { problems: { isbn: 'Enter the ISBN' } } : { fields })}
        renderFields={({ save }) => (
          <TextField
            label="ISBN"
            value={save.fields.isbn}
            error={save.fieldProblems['isbn']}
            onChange={(event) => save.setFields({ isbn: event.target.value })}
          />
        )}
        trial={({ editor }) => ({
          trials,
          label: 'Print a page',
          things: 'pages',
          total: 1,
          onStart: () =>
            void trials.start([
              {
                id: 'page',
                label: 'First page',
                icon: null,
                run: async () => ({
                  state: 'healthy',
                  duration: 12,
                  text: `Printed ${String(editor.state.value['title'])}`,
                  isError: false,
                }),
              },
            ]),
        })}
        onSaved={() => undefined}
        actions={<PlainLink href="/docs">Shelves</PlainLink>}
      />
    </main>
  )
}

import { classNames, EmptyState, ErrorState, PlainLink, Select, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { documents } from 'virtual:documents'
import { usePathParameter } from '../../application/address/use-path-parameter.ts'
import { messageOf } from '../../application/requests/queries.ts'
import { isAddress } from '../../application/pages/addresses.ts'
import { useNavigation } from '../../application/pages/use-navigation.ts'

type Document = (typeof documents)[number]

/** Name of the document that opens first. */
const FIRST = 'guide/getting-started'

/** All documents; the one that opens first is at the start. */
const listed = documents.toSorted((left, right) => Number(right.slug === FIRST) - Number(left.slug === FIRST))

const addressOf = ({ slug }: Document): `/docs/${string}` => `/docs/${slug}`

/** Page with the documents, which are part of the build. */
export function DocsPage(): ReactNode {
  const slug = usePathParameter('_splat') || FIRST
  const chosen = documents.find((document) => document.slug === slug)
  return (
    <div className="mx-auto flex max-w-screen-xl gap-8 p-3 sm:p-4 lg:p-5">
      <nav aria-label="Documents" className="sticky top-5 hidden w-52 shrink-0 self-start lg:block">
        <h2 className="px-2.5 pb-1 text-caption font-medium text-muted">Docs</h2>
        <ul className="flex flex-col gap-px">
          {listed.map((document) => (
            <li key={document.slug}>
              <PlainLink
                href={addressOf(document)}
                aria-current={document === chosen ? 'page' : undefined}
                className={classNames(
                  'flex min-h-8 items-center rounded-control px-2.5 py-1 hover:bg-hover',
                  document === chosen ? 'bg-selected font-medium text-primary' : 'text-secondary',
                )}
              >
                {document.title}
              </PlainLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex min-w-0 max-w-3xl flex-1 flex-col gap-4">
        <DocumentSelect chosen={chosen} />
        {chosen === undefined ? (
          <EmptyState title="No such document" icon={<FileQuestion strokeWidth={1.5} />}>
            There is no document at this address. It may have moved.
          </EmptyState>
        ) : (
          <Text document={chosen} />
        )}
      </div>
    </div>
  )
}

/** Select of documents, for screens that are too narrow for the list. */
function DocumentSelect({ chosen }: { chosen: Document | undefined }): ReactNode {
  const navigation = useNavigation()
  return (
    <div className="lg:hidden">
      <Select
        label="Document"
        className="w-full"
        value={chosen?.slug ?? ''}
        options={listed.map(({ slug, title }) => ({ value: slug, label: title }))}
        onChange={(slug) => navigation.push(`/docs/${slug}`)}
      />
    </div>
  )
}

function Text({ document }: { document: Document }): ReactNode {
  const navigation = useNavigation()
  const hash = useRouterState({ select: (state) => state.location.hash })
  const article = useRef<HTMLElement>(null)
  const text = useQuery({
    queryKey: ['document', document.slug],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: document.load,
  })
  const html = text.data?.html
  useEffect(() => {
    if (html === undefined) return
    const target = hash === '' ? null : article.current?.querySelector(`#${CSS.escape(hash)}`)
    if (target) target.scrollIntoView()
    else article.current?.closest('main')?.scrollTo({ top: 0 })
  }, [html, hash])

  /** Links between documents change the page without loading the application again. */
  function follow(event: MouseEvent<HTMLElement>): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link?.getAttribute('href') ?? ''
    const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!plain || !/^(\/docs\/|#)/.test(href)) return
    event.preventDefault()
    const address = href.startsWith('#') ? addressOf(document) + href : href
    if (isAddress(address)) navigation.push(address)
  }

  if (html === undefined)
    return text.error === null ? (
      <Skeleton className="h-96 w-full" />
    ) : (
      <ErrorState message={messageOf(text.error)} onRetry={() => void text.refetch()} />
    )
  return (
    <>
      <title>{`${document.title} - Binnacle`}</title>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a key on a link makes a click */}
      <article
        ref={article}
        className="prose-text scroll-mt-5"
        onClick={follow}
        // oxlint-disable-next-line react/no-danger -- our own documents, rendered when the product is built
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </>
  )
}

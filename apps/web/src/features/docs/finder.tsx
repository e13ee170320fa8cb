import { BookOpen } from 'lucide-react'
import { FOUND_AT_MOST, type SearchHit } from '../../application/pages/pages.ts'

/** Finds documents by their title. */
export async function findDocuments(text: string): Promise<SearchHit[]> {
  const { documents } = await import('virtual:documents')
  const wanted = text.toLowerCase()
  return documents
    .filter(({ title }) => title.toLowerCase().includes(wanted))
    .slice(0, FOUND_AT_MOST)
    .map(({ slug, title }) => ({ id: slug, label: title, icon: <BookOpen />, href: `/docs/${slug}` }))
}

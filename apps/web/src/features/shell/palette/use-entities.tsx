import { queryOfWords } from '@binnacle/query'
import { HealthShape, healthAppearance } from '@binnacle/ui'
import type { PaletteItem } from '@binnacle/ui/palette'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { BookOpen, Flag, HeartPulse, UserRound, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { loadProperties } from '../../../application/flags.ts'
import type { Page } from '../../../application/pages.ts'
import { docsPage } from '../../../routes/docs.ts'
import { healthPage } from '../../../routes/health.ts'
import { canariesPage, featureFlagsPage, teamsPage, usersPage } from '../../../routes/settings.ts'
import { loadChecks } from '../../health/dashboard-queries.ts'

/** Hits of each kind that the server is asked for. */
const HITS = 8

/** A thing that was found, and the address that opens it. */
interface Entity {
  id: string
  label: string
  note?: string
  icon: ReactNode
  href: string
  urgent?: boolean
}

/** Finds things of one kind by what is typed. */
interface Finder {
  /** Heading, and what tells its questions apart. */
  group: string
  /** Who may not open this page finds nothing of it. */
  page: Page
  /** Live topic of what is found. */
  topic: string
  find: (text: string, signal: AbortSignal) => Promise<Entity[]>
}

const finders: readonly Finder[] = [
  {
    group: 'Checks',
    page: healthPage,
    topic: 'checks',
    async find(text, signal) {
      const wanted = {
        query: queryOfWords(text),
        groupBy: 'none',
        pageSize: HITS,
        sortBy: 'status',
      } as const
      const { rows } = await loadChecks(wanted, signal)
      return rows.map((check) => ({
        id: check.id,
        label: check.name,
        note: check.canary_name,
        icon: <HealthShape {...healthAppearance(check.state)} />,
        urgent: check.state !== 'healthy',
        href: `/health?checkId=${check.id}`,
      }))
    },
  },
  {
    group: 'Health Checks',
    page: canariesPage,
    topic: 'canaries',
    async find(text, signal) {
      const { loadCanaries } = await import('../../canaries/queries.ts')
      const { rows } = await loadCanaries(
        { query: text, source: undefined, sortBy: 'name', sortOrder: 'asc', pageIndex: 0, pageSize: HITS },
        signal,
      )
      return rows.map((canary) => ({
        id: canary.id,
        label: canary.name,
        note: canary.namespace,
        icon: <HeartPulse />,
        href: `/settings/canaries/${canary.id}`,
      }))
    },
  },
  {
    group: 'Users',
    page: usersPage,
    topic: 'people',
    async find(text, signal) {
      const { fullName, loadUsers } = await import('../../users/queries.ts')
      const { rows } = await loadUsers(
        { query: text, state: undefined, sortBy: 'name', sortOrder: 'asc', pageIndex: 0, pageSize: HITS },
        signal,
      )
      return rows.map((user) => ({
        id: user.id,
        label: fullName(user),
        note: user.email,
        icon: <UserRound />,
        href: `/settings/users?user=${user.id}`,
      }))
    },
  },
  {
    group: 'Teams',
    page: teamsPage,
    topic: 'teams',
    async find(text, signal) {
      const { loadTeams } = await import('../../teams/queries.ts')
      const { rows } = await loadTeams(
        { query: text, sortBy: 'name', sortOrder: 'asc', pageIndex: 0, pageSize: HITS },
        signal,
      )
      return rows.map((team) => ({
        id: team.id,
        label: team.name,
        icon: <UsersRound />,
        href: `/settings/teams/${team.id}`,
      }))
    },
  },
  {
    group: 'Feature Flags',
    page: featureFlagsPage,
    topic: 'properties',
    async find(text) {
      const { listFlags } = await import('../../flags/flags.ts')
      const found = listFlags(await loadProperties(), { query: text, sortBy: 'name', sortOrder: 'asc' })
      return found.slice(0, HITS).map((flag) => ({
        id: flag.name,
        label: flag.name,
        note: flag.value,
        icon: <Flag />,
        href: `/settings/feature-flags?flag=${encodeURIComponent(flag.name)}`,
      }))
    },
  },
  {
    group: 'Docs',
    page: docsPage,
    topic: 'documents',
    async find(text) {
      const { documents } = await import('virtual:documents')
      const wanted = text.toLowerCase()
      return documents
        .filter(({ title }) => title.toLowerCase().includes(wanted))
        .slice(0, HITS)
        .map(({ slug, title }) => ({ id: slug, label: title, icon: <BookOpen />, href: `/docs/${slug}` }))
    },
  },
]

/** What the server finds for a text, of every kind that the person may open. */
export function useEntities(
  text: string,
  pages: readonly Page[],
): { items: readonly PaletteItem[]; loading: boolean } {
  const router = useRouter()
  const usable = finders.filter(({ page }) => pages.includes(page))
  const found = useQueries({
    queries: usable.map(({ topic, group, find }) => ({
      queryKey: [topic, 'palette', group, text],
      enabled: text !== '',
      placeholderData: keepPreviousData,
      queryFn: ({ signal }: { signal: AbortSignal }) => find(text, signal),
    })),
  })
  const items = usable.flatMap(({ group }, index) =>
    (text === '' ? [] : (found[index]?.data ?? [])).map(({ href, ...entity }) => ({
      ...entity,
      id: `${group} ${entity.id}`,
      group,
      found: true,
      perform: () => router.history.push(href),
    })),
  )
  return { items, loading: text !== '' && found.some((query) => query.isFetching) }
}

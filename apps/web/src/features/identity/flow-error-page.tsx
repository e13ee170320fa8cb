import { GENERIC_ERROR, Notice, Skeleton, TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigation } from '../../application/pages/use-navigation.ts'
import { type ReactNode, useEffect } from 'react'
import * as z from 'zod/mini'
import { request } from '../../application/requests/api.ts'
import { RequestFailure } from '../../application/requests/failure.ts'
import { FLOW_KEY } from '../../application/requests/queries.ts'
import { usePathParameter } from '../../application/address/use-path-parameter.ts'
import { IdentityCard } from './identity-card.tsx'

const flowError = z.object({
  error: z.object({
    reason: z.optional(z.string()),
    message: z.optional(z.string()),
    status: z.optional(z.string()),
  }),
})

/** HTTP statuses for an error that is deleted or belongs to another person. */
const gone: ReadonlySet<number> = new Set([403, 404, 410])

/** Page with the error that the identity service reports for one of its flows. */
export function FlowErrorPage(): ReactNode {
  const navigation = useNavigation()
  const id = usePathParameter('id')
  const failure = useQuery({
    queryKey: [FLOW_KEY, 'error', id],
    queryFn: ({ signal }) =>
      request(`/kratos/self-service/errors?id=${encodeURIComponent(id)}`, flowError, { signal }),
    // Every other failure reaches the error screen of the application.
    throwOnError: (error) => !(error instanceof RequestFailure && gone.has(error.status)),
  })
  useEffect(() => {
    if (failure.error !== null) navigation.replace('/')
  }, [failure.error, navigation])
  if (failure.data === undefined)
    return failure.error === null ? (
      <IdentityCard title="An error occurred">
        <Skeleton className="h-12 w-full" />
      </IdentityCard>
    ) : null
  const { reason, message, status } = failure.data.error
  return (
    <IdentityCard title="An error occurred" footer={<TextLink href="/">Go back</TextLink>}>
      <Notice kind="error">{reason ?? message ?? status ?? GENERIC_ERROR}</Notice>
    </IdentityCard>
  )
}

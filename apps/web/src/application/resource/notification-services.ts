import { notificationServices } from '@binnacle/contract/notifications'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../requests/api.ts'

/** Notification services with the fields of their messages. */
export const servicesQuery = queryOptions({
  queryKey: ['notification services'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) =>
    (await request('/api/notification/services', notificationServices, { signal })).services,
})

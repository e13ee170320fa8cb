import '../src/styles.css'
import { UiProvider } from '@binnacle/ui'
import { applyStoredTheme } from '@binnacle/ui/theme'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { AppLink } from '../src/application/pages/app-link.tsx'
import { BookEditor } from './book-editor.tsx'

applyStoredTheme()

const root = createRootRoute()
const router = createRouter({
  history: createHashHistory(),
  routeTree: root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: BookEditor }),
    createRoute({ getParentRoute: () => root, path: '/docs', component: () => <p>All shelves</p> }),
  ]),
  InnerWrap: ({ children }) => (
    <UiProvider renderLink={(link) => <AppLink {...link} />}>{children}</UiProvider>
  ),
})

const element = document.querySelector('#root')
if (element !== null)
  createRoot(element).render(
    <QueryClientProvider client={new QueryClient()}>
      {/* The type of the router is the product's, and this page lacks its routes. */}
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )

export { ApplicationError, LoadingApplication, PageError } from './application-states.tsx'
export { Guarded } from './guarded.tsx'
export { NotFoundPage } from './not-found-page.tsx'
export { Shell } from './shell.tsx'

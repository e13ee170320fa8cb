/** A load failure that nothing better is known about. */
export const GENERIC_ERROR = 'Something went wrong'

/** What is shown instead of a page that the role may not see. */
export const DENIED = 'Unauthorized — You do not have permission to access this page'

/** A table without rows for which no other state is given. */
export const NO_DATA = 'No data available'

/** A search or a run that brought nothing. */
export const NO_RESULT = 'No result'

/** A picker in which nothing matches. */
export const NO_OPTIONS = 'No options found'

/** A picker that searches what is typed, before anything is. */
export const START_TYPING = 'Start typing to search'

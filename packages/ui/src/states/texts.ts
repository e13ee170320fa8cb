/** A load failure that nothing better is known about. */
export const GENERIC_ERROR = 'Something went wrong'

/** What is shown instead of a page that the role may not see. */
export const DENIED = 'Unauthorized — You do not have permission to access this page'

/** A table without rows for which no other state is given. */
export const NO_DATA = 'No data available'

/** A search or a run that brought nothing. */
export const NO_RESULT = 'No result'

/** A load failure without a better text. */
export const GENERIC_ERROR = 'Something went wrong'

/** A page that the role does not allow. */
export const DENIED = 'Unauthorized — You do not have permission to access this page'

/** A table without rows and without its own state. */
export const NO_DATA = 'No data available'

/** A search or a run without results. */
export const NO_RESULT = 'No result'

/** A picker without matches. */
export const NO_OPTIONS = 'No options found'

/** A picker that searches, before anything is typed. */
export const START_TYPING = 'Start typing to search'

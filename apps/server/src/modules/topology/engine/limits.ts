/** Most components of one run. */
export const MOST_COMPONENTS = 50_000
/** Most components that one lookup finds. */
export const MOST_FOUND = 20_000
/** Most levels of components. */
export const MOST_LEVELS = 20
/** Most levels of a tree after components moved below the parents that they name. */
export const MOST_DEPTH = 100
/** Most lookups of one run, those that are made for each component included. */
export const MOST_LOOKUPS = 1_000
/** Most values of a tag by which a topology is grouped. */
export const MOST_GROUPS = 200
/** Most problems that a run tells. */
export const MOST_PROBLEMS = 100
/** Most problems that one lookup tells of its items. */
export const MOST_ITEM_PROBLEMS = 5
/** Most characters of the text that a lookup reads a list from. */
export const MOST_CHARACTERS = 10_000_000
/** Most work of parsing such a text. 400,000 take less than 50 ms. */
export const MOST_PARSING = 1_600_000
/** Most properties of one component. */
export const MOST_PROPERTIES = 200
/** Steps after which other requests get a turn. */
export const TURN = 50

const MEBIBYTE = 1_048_576

/** Memory of one run of a script where nothing else is set, bytes. */
export const DEFAULT_MEMORY = 512 * MEBIBYTE
/** Files of one run of a script where nothing else is set, bytes. */
export const DEFAULT_DISK = 256 * MEBIBYTE

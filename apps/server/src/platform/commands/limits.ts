const MEBIBYTE = 1_048_576

/** Default memory limit of one run in bytes. */
export const DEFAULT_MEMORY = 512 * MEBIBYTE
/** Default limit of all files of one run in bytes. */
export const DEFAULT_DISK = 256 * MEBIBYTE

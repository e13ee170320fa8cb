/** Exit code where settings or words on the command line are wrong. */
export const MISUSE = 2

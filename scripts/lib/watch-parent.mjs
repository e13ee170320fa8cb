// Loaded before a program, ends it with the process that started it.
import { endWithParent } from './parent.mjs'

endWithParent()

// Runs before every file of integration tests.
import { cleanUpAfterFile } from './clean-up.ts'

cleanUpAfterFile()

// Runs before every file of integration tests.
import { inject } from 'vitest'
import { cleanUpAfterFile } from './clean-up.ts'
import { recordAnswers } from './row-types/record.ts'

recordAnswers(inject('statementAnswers'))
cleanUpAfterFile()

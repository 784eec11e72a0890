import fc from 'fast-check'
import { seed } from './seed.ts'

/** A setup file of the test run: fast-check draws its inputs from the seed of the run, unless a test sets another. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })

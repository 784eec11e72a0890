import fc from 'fast-check'
import { seed } from './seed.ts'

/** A setup file of the test run: fast-check draws its inputs by the seed of the run, unless a test names another. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })

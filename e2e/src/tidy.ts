import { afterAll } from 'vitest'
import { tidy } from './browser.ts'

afterAll(tidy)

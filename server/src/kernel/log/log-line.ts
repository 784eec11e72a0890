import { hostname } from 'node:os'

/** The machine that a line is of. */
export const host = hostname()

/** The moment of a line. */
export const now = (): string => new Date().toISOString()

import { hostname } from 'node:os'

/** The host name of this machine, for each line. */
export const host = hostname()

/** The current time, for a line. */
export const now = (): string => new Date().toISOString()

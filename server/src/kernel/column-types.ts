import pg from 'pg'

/**
 * Days and numerics as PostgreSQL means them: a day stays text (a Date would shift it in India), a numeric of at
 * most 15 digits is a JSON number exactly, a moment is ISO 8601 in UTC with its microseconds.
 */
const parsers = new Map<number, (value: string) => unknown>([
  [1082, (value) => value],
  [1700, Number],
  [20, Number],
  [1184, (value) => `${value.replace(' ', 'T').replace(/\+00$/, '')}Z`],
])
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
}

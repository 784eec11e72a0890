import pg from 'pg'

/** A moment of a column as text, as the wire has it. */
export const momentOf = (text: string) => `${text.replace(' ', 'T').replace(/\+00$/, '')}Z`

/**
 * Days and numerics as PostgreSQL means them: a day stays text (a Date would shift it in India), a numeric of at
 * most 15 digits is a JSON number exactly, a moment is ISO 8601 in UTC with its microseconds.
 */
const parsers = new Map<number, (value: string) => unknown>([
  [1082, (value) => value],
  [1700, Number],
  [20, Number],
  [1184, momentOf],
])
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
}

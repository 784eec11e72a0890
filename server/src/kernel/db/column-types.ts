import pg from 'pg'

/** Converts the text of a `timestamptz` into the spelling of the wire. */
export const momentOf = (text: string) => `${text.replace(' ', 'T').replace(/\+00$/, '')}Z`

/**
 * Parsers by type OID. A day stays text, because a Date would shift it in India. A numeric has at most 15 digits, so it
 * is exact as a JSON number. A moment is ISO 8601 in UTC with its microseconds.
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

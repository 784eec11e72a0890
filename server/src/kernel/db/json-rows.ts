import { type Compilable, OneStatement } from './one-statement.ts'

/** A statement that answers one JSON value in its only row; undefined when it finds no row. */
export const jsonOf = <T>(query: Compilable) =>
  new OneStatement(query, ([row]): T | undefined => (row?.[0] ? JSON.parse(row[0]) : undefined))

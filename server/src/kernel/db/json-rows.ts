import { type Compilable, OneStatement } from './one-statement.ts'

/** The JSON value that a query answers in its only row; undefined where it finds nothing. */
export const jsonOf = <T>(query: Compilable) =>
  new OneStatement(query, ([row]): T | undefined => (row?.[0] ? JSON.parse(row[0]) : undefined))

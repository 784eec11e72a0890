import type pg from 'pg'
import { type CopyStreamQuery, type CopyToStreamQuery, from, to } from 'pg-copy-streams'

/** What a COPY … TO STDOUT gives. `rowCount` is right once the connection has answered something else. */
export const copyOut = (client: pg.Client, query: string): CopyToStreamQuery => client.query(to(query))

/** What a COPY … FROM STDIN takes. `rowCount` is right once it has finished. */
export const copyIn = (client: pg.Client, query: string): CopyStreamQuery => client.query(from(query))

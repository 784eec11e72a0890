import type pg from 'pg'
import { type CopyStreamQuery, type CopyToStreamQuery, from, to } from 'pg-copy-streams'

/**
 * Streams the output of a COPY … TO STDOUT. `rowCount` is right only after the connection has answered a later query.
 */
export const copyOut = (client: pg.Client, query: string): CopyToStreamQuery => client.query(to(query))

/** Streams into a COPY … FROM STDIN. `rowCount` is right once the stream has finished. */
export const copyIn = (client: pg.Client, query: string): CopyStreamQuery => client.query(from(query))

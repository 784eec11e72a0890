import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import type { Aims, Graph, Maker } from './test-aims.ts'
import { factories } from './test-factories.ts'

/** What the generated tests aim calls at. */
const aims = factories.flatMap((factory) => factory.aims ?? [])

/** One part of what every slice says. */
const all = <P extends keyof Aims>(part: P): NonNullable<Aims[P]> =>
  Object.assign({}, ...aims.map((said) => said[part]))

const make = all('make')
const bodies = all('bodies')
const queries = all('queries')
const paths = all('paths')
export const answeredElsewhere = all('answeredElsewhere')

/** What every export takes. */
const sheetBody = { format: 'csv', columns: [{ field: 'id', label: 'ID' }] }
/** Grouped by the first field that the list can be grouped by. */
export const groupBodyOf = ({ body }: Endpoint) => ({ by: [...(shapeOf(body)['by']?._zod.values ?? [])][0] })
function bodyOf(name: string, endpoint: Endpoint, graph: Graph): object {
  const { path } = endpoint
  return (
    bodies[name]?.(graph) ??
    (path.endsWith('/export') ? sheetBody : path.endsWith('/groups') ? groupBodyOf(endpoint) : {})
  )
}

/** The ids in a call's path, each with the segment in front of it. */
export const segments = (endpoint: Endpoint) =>
  [...endpoint.path.matchAll(/\/([\w-]+)\/:(\w+)/g)].map(([, segment = '', name = '']) => ({ segment, name }))

/** An input for a call that is good from the right person, aimed at the records of the graph. */
export function inputFor(name: string, endpoint: Endpoint, graph: Graph): object {
  const ids = Object.fromEntries(segments(endpoint).map((part) => [part.name, graph[part.segment]]))
  const params = paths[name]?.(graph) ?? ids
  const body = endpoint.body && bodyOf(name, endpoint, graph)
  return { params, ...(body && { body }), ...(endpoint.query && { query: queries[name]?.(graph) ?? {} }) }
}

/** Whether a call changes nothing, by what it asks for: a search or a sheet is posted. */
export const isRead = ({ allow, method }: Endpoint): boolean =>
  typeof allow === 'string' ? method === 'GET' : allow.can === 'canView' || allow.can === 'canReport'

/** The segments of paths behind which records can be made. */
export const collections = Object.keys(make)

/** A record of every collection: what others hang on is made when the first of them asks for it. */
export async function graphOf(maker: Maker): Promise<Graph> {
  const graph: Graph = {}
  const idOf = async (segment: string): Promise<string> => {
    graph[segment] ??= (await make[segment]?.(maker, idOf)) ?? ''
    return graph[segment]
  }
  for (const segment of collections) await idOf(segment)
  return graph
}

/** The id of another record of a collection, which hangs on those of the graph; empty where there is no such collection. */
export const newRecord = async (segment: string, maker: Maker, graph: Graph): Promise<string> =>
  (await make[segment]?.(maker, async (above) => graph[above] ?? '')) ?? ''

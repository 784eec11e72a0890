import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import { factories } from './test-factories.ts'
import type { Graph, Maker, TestInputs } from './test-inputs.ts'

/** The test inputs of all slices. */
const testInputs = factories.flatMap((factory) => factory.testInputs ?? [])

/** One part of the inputs of all slices. */
const all = <P extends keyof TestInputs>(part: P): NonNullable<TestInputs[P]> =>
  Object.assign({}, ...testInputs.map((slice) => slice[part]))

const make = all('make')
const bodies = all('bodies')
const queries = all('queries')
const paths = all('paths')
export const answeredElsewhere = all('answeredElsewhere')
export const searched = all('searched')
export const found = all('found')

/** The body of every export. */
const sheetBody = { format: 'csv', columns: [{ field: 'id', label: 'ID' }] }
/** The body that groups by the first field by which the list can be grouped. */
export const groupBodyOf = ({ body }: Endpoint) => ({ by: [...(shapeOf(body)['by']?._zod.values ?? [])][0] })
function bodyOf(name: string, endpoint: Endpoint, graph: Graph): object {
  const { path } = endpoint
  return (
    bodies[name]?.(graph) ??
    (path.endsWith('/export') ? sheetBody : path.endsWith('/groups') ? groupBodyOf(endpoint) : {})
  )
}

/** The ids in a call's path, each with the segment before it. */
export const segments = (endpoint: Endpoint) =>
  [...endpoint.path.matchAll(/\/([\w-]+)\/:(\w+)/g)].map(([, segment = '', name = '']) => ({ segment, name }))

/** An input for a call about the records of the graph, which would succeed for a person with the permission. */
export function inputFor(name: string, endpoint: Endpoint, graph: Graph): object {
  const ids = Object.fromEntries(segments(endpoint).map((part) => [part.name, graph[part.segment]]))
  const params = paths[name]?.(graph) ?? ids
  const body = endpoint.body && bodyOf(name, endpoint, graph)
  return { params, ...(body && { body }), ...(endpoint.query && { query: queries[name]?.(graph) ?? {} }) }
}

/** Whether a call changes nothing, by its permission: searches and sheets are posted. */
export const isRead = ({ allow, method }: Endpoint): boolean =>
  typeof allow === 'string' ? method === 'GET' : allow.can === 'canView' || allow.can === 'canReport'

/** The path segments of collections whose records can be made. */
export const collections = Object.keys(make)

/** Makes a record of every collection; a record on which others depend is made when the first of them needs it. */
export async function graphOf(maker: Maker): Promise<Graph> {
  const graph: Graph = {}
  const idOf = async (segment: string): Promise<string> => {
    graph[segment] ??= (await make[segment]?.(maker, idOf)) ?? ''
    return graph[segment]
  }
  for (const segment of collections) await idOf(segment)
  return graph
}

/**
 * Makes another record of a collection, which depends on the records of the graph; empty if there is no such
 * collection.
 */
export const newRecord = async (segment: string, maker: Maker, graph: Graph): Promise<string> =>
  (await make[segment]?.(maker, async (above) => graph[above] ?? '')) ?? ''

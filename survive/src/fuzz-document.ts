import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** The OpenAPI document of the running server, read as JSON Schema. */

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

interface Content {
  content?: Record<string, { schema: Schema }>
}
interface Reference {
  $ref?: string
}
interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: boolean
  schema: Schema
}
interface Header {
  name: string
  in: 'header'
}

interface RawOperation {
  parameters?: (Reference | Parameter | Header)[]
  requestBody?: Content
  responses: Record<string, Reference | Content>
  security?: unknown[]
}

interface Document {
  paths: Record<string, Record<string, RawOperation>>
  components: { schemas: Record<string, Schema> }
}

/** One operation of the document. */
export interface Operation {
  /** Such as `PUT /platform/api/roles/{id}`. */
  name: string
  method: string
  path: string
  parameters: Parameter[]
  body?: { type: string; schema: Schema }
  isSecured: boolean
  /** The media types of each possible status; empty where the answer has no body. */
  answers: Map<number, string[]>
}

/** The path from the root of a document to a part of it, with references resolved on the way. */
function resolvePath(document: unknown, steps: readonly string[]): { steps: string[]; found: unknown } {
  let [way, found]: [string[], unknown] = [[], document]
  for (const step of steps) {
    way = [...way, step]
    found = (found as Record<string, unknown> | undefined)?.[step]
    const reference = (found as Reference | undefined)?.$ref
    if (reference) ({ steps: way, found } = resolvePath(document, reference.slice('#/'.length).split('/')))
  }
  return { steps: way, found }
}

/** A part of a document, or the target of its reference. */
function dereference<T>(document: Document, part: Reference | T): T {
  const reference = (part as Reference).$ref
  return (reference ? resolvePath(document, reference.slice('#/'.length).split('/')).found : part) as T
}

function operationOf(document: Document, path: string, method: string, described: RawOperation): Operation {
  const [body] = Object.entries(described.requestBody?.content ?? {}).map(([type, { schema }]) => ({ type, schema }))
  const parameters = (described.parameters ?? []).map((each) => dereference<Parameter | Header>(document, each))
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    parameters: parameters.filter((each): each is Parameter => each.in !== 'header'),
    ...(body && { body: { ...body, schema: dereference<Schema>(document, body.schema) } }),
    isSecured: (described.security ?? []).length > 0,
    answers: new Map(
      Object.entries(described.responses).map(([status, answer]) => [
        Number(status),
        Object.keys(dereference<Content>(document, answer).content ?? {}),
      ]),
    ),
  }
}

/** Encodes steps as a JSON pointer within a URL. */
const pointer = (...steps: string[]) =>
  steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')

export class Description {
  readonly operations: Operation[]
  readonly #document: Document
  readonly #ajv = new Ajv2020({ strict: false })
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(text: string) {
    this.#document = JSON.parse(text) as Document
    addFormats.default(this.#ajv)
    this.#ajv.addFormat('binary', true)
    this.#ajv.addSchema({ ...this.#document, $id: 'wire' })
    this.operations = Object.entries(this.#document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => operationOf(this.#document, path, method, described)),
    )
  }

  /** The operations that match an address, whichever it was made for: `/tenants/name-search%20` matches `/tenants/{id}`. */
  fitting(method: string, address: string): Operation[] {
    const steps = address.replace(/[?#].*/, '').split('/')
    return this.operations.filter((operation) => {
      const known = operation.path.split('/')
      const fits = known.every((step, at) => step.startsWith('{') || step === steps[at])
      return operation.method === method && known.length === steps.length && fits
    })
  }

  /** The schema, or the target of its reference. */
  resolved(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1)
    return name === undefined ? schema : (this.#document.components.schemas[name] ?? {})
  }

  /** The schema violation of an answer with this status; undefined when there is none. */
  answerFault({ path, method }: Operation, status: number, value: unknown): string | undefined {
    const steps = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', 'application/json']
    return this.#fault([...steps, 'schema'], value)
  }

  /** The schema violation of a body; undefined when there is none. */
  bodyFault({ path, method, body }: Operation, value: unknown): string | undefined {
    const steps = ['paths', path, method.toLowerCase(), 'requestBody', 'content', body?.type ?? '']
    return this.#fault([...steps, 'schema'], value)
  }

  #fault(steps: string[], value: unknown): string | undefined {
    const { steps: way, found } = resolvePath(this.#document, steps)
    if (found === undefined) throw new Error(`nothing is described at ${steps.join(' ')}`)
    const place = pointer(...way)
    const known = this.#validators.get(place)
    const validate = known ?? this.#ajv.compile({ $ref: `wire#/${place}` })
    if (!known) this.#validators.set(place, validate)
    if (validate(value)) return undefined
    return (validate.errors ?? ([] as ErrorObject[]))
      .slice(0, 3)
      .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
      .join('; ')
  }
}

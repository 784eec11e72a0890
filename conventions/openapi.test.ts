import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { endpoints } from '../api/src/index.ts'
import { describeWire } from '../server/src/description/description.ts'
import { descriptionPath, descriptionText } from './openapi.ts'
import { textOf } from './source.ts'

const description = describeWire()

test('the committed description is that of the endpoint values', () => {
  const isCurrent = textOf(descriptionPath) === descriptionText()
  expect(isCurrent, 'npm run openapi writes server/openapi.json').toBe(true)
})

/** The addresses of the wire follow its specification, and the router distinguishes the ambiguous ones. */
const known = { 'no-ambiguous-paths': 'off' } as const

test('the description of the wire passes Redocly’s recommended rules', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: known })
  const source = JSON.stringify(description)
  const faults = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(faults.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
}, 120_000)

/** An example of a body or of an answer, with the place of its schema in the description. */
interface Example {
  name: string
  place: string[]
  value: unknown
}

const contentOf = (part: object): Record<string, { example?: unknown }> =>
  'content' in part ? Object(part.content) : {}
const json = 'application/json'

function examplesIn(): Example[] {
  return Object.entries(endpoints).flatMap(([name, { method, path }]) => {
    const at = ['paths', path.replace(/:(\w+)/g, '{$1}'), method.toLowerCase()]
    const operation: { requestBody?: object; responses: Record<string, object> } = Object(
      description.paths[at[1] ?? '']?.[at[2] ?? ''],
    )
    const parts: [string[], object][] = [
      [[...at, 'requestBody'], operation.requestBody ?? {}],
      ...Object.entries(operation.responses).map(([status, answer]): [string[], object] => [
        [...at, 'responses', status],
        answer,
      ]),
    ]
    return parts.flatMap(([place, part]) => {
      const content = contentOf(part)[json]
      return content ? [{ name, place: [...place, 'content', json, 'schema'], value: content.example }] : []
    })
  })
}

const pointer = (steps: string[]) =>
  steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')

describe('examples of the wire', () => {
  const examples = examplesIn()
  // Each schema checks one example, so that optimizing its code would take longer than the check.
  const ajv = addFormats.default(new Ajv2020({ strict: false, code: { optimize: false } }))
  ajv.addFormat('binary', true)
  ajv.addSchema({ ...JSON.parse(JSON.stringify(description)), $id: 'wire' })

  test('exist for every JSON body and answer', () => {
    expect(examples.length).toBeGreaterThan(120)
    expect(examples.filter(({ value }) => value === undefined)).toEqual([])
  })

  // One test each: compiling all schemas together takes longer than a test may on a busy machine.
  test.each(examples)('of $name match their schema: $place.3 $place.4', ({ place, value }) => {
    const validate = ajv.compile({ $ref: `wire#/${pointer(place)}` })
    expect(validate(value), ajv.errorsText(validate.errors)).toBe(true)
  })

  test('pass the server’s own validation, which checks more than a schema can', () => {
    const faults = examples.flatMap(({ name, place, value }) => {
      const schema = place[3] === 'requestBody' ? endpoints[name]?.body : endpoints[name]?.response
      const judged = schema && safeParse(schema, value)
      return judged?.success ? [] : [`${name} ${place[3]}: ${JSON.stringify(judged?.error?.issues)}`]
    })
    expect(faults).toEqual([])
  })

  test('are from the business of the product', () => {
    const contract = examples.find(({ name, place }) => name === 'createContract' && place[3] === 'requestBody')
    expect(contract?.value).toMatchObject({ contractName: expect.stringContaining('road'), status: 'AWARDED' })
    expect(JSON.stringify(examples)).not.toMatch(/lorem|foo|"string"/i)
  })

  test('use only patterns that every program reads in the same way', () => {
    expect(JSON.stringify(description)).not.toMatch(/"pattern":"[^"]*\\\\p\{/)
  })

  test('of refusals have the matching code', () => {
    const refusals = Object.entries(description.components.responses)
    expect(refusals.length).toBe(12)
    for (const [name, answer] of refusals) {
      const example = contentOf(answer)[json]?.example
      const validate = ajv.compile({ $ref: 'wire#/components/schemas/ErrorAnswer' })
      expect(validate(example), name).toBe(true)
    }
  })
})

import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import spectralRules from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { describeWire } from '../server/src/description.ts'

const description = describeWire()

/** The wire's addresses are those of its specification, and the router tells these two apart. */
const known = { 'no-ambiguous-paths': 'off' } as const

test('the description of the wire is as Redocly recommends', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: known })
  const source = JSON.stringify(description)
  const faults = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(faults.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
})

test('the description of the wire is as Spectral recommends', async () => {
  const spectral = new spectralCore.Spectral()
  // The types of its rules do not fit those of its core.
  const rules: object = spectralRules
  spectral.setRuleset({ extends: [Reflect.get(rules, 'oas')] })
  const faults = await spectral.run(JSON.parse(JSON.stringify(description)))
  expect(faults.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`)).toEqual([])
})

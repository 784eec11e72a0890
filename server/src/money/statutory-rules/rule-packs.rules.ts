import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as f from '@plinth/api/kernel/fields'
import {
  type RuleValue,
  resultOf,
  ruleKindSubjects,
  ruleKinds,
  ruleSubjects,
  ruleValue,
  ruleVector,
  valueFaults,
} from '@plinth/api/money/rule-kinds'
import { rulePlace, ruleTrusts } from '@plinth/api/money/statutory-rules'
import * as z from 'zod/mini'
import { StartError } from '../../kernel/start-error.ts'

/** Reads and checks the shipped statutory rules from the files of `server/rule-packs`. */

const folder = join(import.meta.dirname, '../../../rule-packs')

const packRule = z.strictObject({
  kind: z.enum(ruleKinds),
  scope: rulePlace,
  validFrom: f.day,
  value: z.nullable(ruleValue),
  source: z.strictObject({
    title: f.requiredText(300),
    reference: z.nullable(f.requiredText(300)),
    url: z.nullable(z.url()),
    publishedOn: z.nullable(f.day),
    readOn: f.day,
  }),
  trust: z.enum(ruleTrusts),
  vectors: z.array(ruleVector),
})
export type PackRule = z.infer<typeof packRule>
const pack = z.strictObject({ subject: z.enum(ruleSubjects), rules: z.array(packRule) })

/** A shipped rule with the id that it has in every installation. */
export interface ShippedRule extends PackRule {
  id: string
}

const canonical = (value: RuleValue | null) =>
  value && Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** A UUID of version 8 that follows from the rule's kind, scope, day and value. */
export function ruleId({ kind, scope, validFrom, value }: Omit<PackRule, 'source' | 'trust' | 'vectors'>): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([kind, scope, validFrom, canonical(value)]))
    .digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}

const nameOf = ({ kind, scope, validFrom }: PackRule) => `${kind} of ${scope} from ${validFrom}`

/** Why a rule cannot be loaded, as the end of a sentence; undefined if it can. */
function faultOf(rule: PackRule): string | undefined {
  const { kind, value, vectors } = rule
  if (value === null) return vectors.length > 0 ? 'has vectors, although it only ends those before it' : undefined
  const [fault] = valueFaults(kind, value)
  if (fault) return `has a wrong value: ${fault.path} ${fault.message}`
  if (vectors.length === 0) return 'has no vector'
  for (const { given, expect } of vectors) {
    const vectorText = JSON.stringify(given)
    try {
      const result = resultOf(kind, value, given)
      if (result !== expect) return `fails its own vector: ${vectorText} gives ${String(result)}, not ${String(expect)}`
    } catch (error) {
      return `cannot work out its vector ${vectorText}: ${error instanceof Error ? error.message : String(error)}`
    }
  }
  return undefined
}

/** The rules of one file. Throws a StartError that names the file and the rule. */
function rulesIn(file: string, text: string): PackRule[] {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new StartError(`The rule pack ${file} is no JSON.`)
  }
  const { data, error } = pack.safeParse(content)
  if (!data) {
    const [issue] = error.issues
    const place = issue?.path.join('.') ?? ''
    throw new StartError(`The rule pack ${file} is not as it should be at ${place}: ${issue?.message ?? ''}.`)
  }
  for (const rule of data.rules) {
    const fault = ruleKindSubjects[rule.kind] === data.subject ? faultOf(rule) : `is none of ${data.subject}`
    if (fault) throw new StartError(`The rule pack ${file} cannot be loaded: ${nameOf(rule)} ${fault}.`)
  }
  return data.rules
}

/** The name and text of every pack of this release. */
export const shippedPacks = (): [file: string, text: string][] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')])

/**
 * The rules of all packs, checked against the shape of their kind and their own vectors. Throws a StartError for the
 * first wrong rule, and for two rules of one kind, scope and day.
 */
export function readPacks(packs: readonly [file: string, text: string][]): ShippedRule[] {
  const seen = new Map<string, string>()
  return packs.flatMap(([file, text]) =>
    rulesIn(file, text).map((rule) => {
      const name = nameOf(rule)
      const otherFile = seen.get(name)
      if (otherFile)
        throw new StartError(`The rule pack ${file} cannot be loaded: ${name} stands in ${otherFile} already.`)
      seen.set(name, file)
      return { id: ruleId(rule), ...rule }
    }),
  )
}

import type { Chance } from './chance.ts'
import type { Description, Schema } from './fuzz-document.ts'

/** Values in place of what a schema asks for: allowed ones, ones just outside, and hostile ones. */

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Texts that are known to break software. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u202Egnp.exe',
  '\u200B\uFEFF',
  '🏗️👷🏽‍♀️',
  'e\u0301\u0301\u0301\u0301',
  'नमस्ते दुनिया',
  'İıŞ',
  "'; drop table contracts; --",
  "1' or '1'='1",
  '" or ""="',
  'id; select pg_sleep(5)--',
  '$1',
  '${7*7}{{7*7}}<%= 7*7 %>',
  '%s%n%x',
  '%',
  '_',
  '\\',
  'a\\',
  '=HYPERLINK("http://evil.example","x")',
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>.pdf',
  'javascript:alert(1)',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '%2e%2e%2f%00',
  'C:\\x',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data',
  'http://[::ffff:7f00:1]/',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '0x10',
  '9007199254740993',
  '99999999999999999999',
  'true',
  '[]',
  '{}',
  '0000-00-00',
  '2024-02-30',
  '5874898-01-01',
  'infinity',
  '12/13/2024',
  '2024-01-01T00:00:60Z',
  'a\r\nX-Injected: yes',
  'line\nbreak\ttab\u0007bell\u001b[31m',
  'x'.repeat(10_000),
  '€'.repeat(4_000),
  '🏗'.repeat(3_000),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
]

const numbers = [
  0,
  -0,
  -1,
  1,
  0.001,
  1.005,
  0.1 + 0.2,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  1e15,
  1e21,
  1e308,
  -1e308,
  5e-324,
]

/** Values of every type. */
const valuesOfEveryType: readonly unknown[] = [
  null,
  true,
  false,
  [],
  [[]],
  {},
  { a: 1 },
  [null],
  ['x'],
  ...numbers,
  ...hostileTexts,
  JSON.parse(nested(40)),
  Array.from({ length: 300 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`key${index}`, index])),
]

/** JSON for a member that no JavaScript value can express; sent as it is. */
export const rawMembers: readonly string[] = [
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '0.1000000000000000055511151231257827',
  '99999999999999999999999999999999999999',
  '"\\ud800"',
  '"\\u0000"',
  '"\\udc00\\ud800"',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"\\u005f\\u005fproto__":1}',
  nested(200),
  nested(5_000),
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
]

const someId = '018f0000-0000-7000-8000-000000000000'

/** JSON texts and invalid JSON in place of a whole body. */
export const rawBodies: readonly string[] = [
  '',
  ' ',
  'null',
  '[]',
  '[[]]',
  '5',
  '"text"',
  'true',
  '{',
  '{}{}',
  '{"a":}',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1,"a":2}',
  'NaN',
  '\ufeff{}',
  '\u0000',
  '// comment\n{}',
  '<xml/>',
  'a=1&b=2',
  '{"__proto__":null}',
  '{"constructor":{"prototype":{"a":1}}}',
  nested(100_000),
  `{"a":"${'x'.repeat(100_000)}"}`,
  `[${'1,'.repeat(50_000)}1]`,
]

const words = ['Road', 'bridge', 'canal', 'EMD', 'Pune', 'सड़क', "O'Hara & Sons", 'tender 7', 'x']
/** The schema does not list the valid names. */
const timeZones = ['Asia/Kolkata', 'Asia/Dubai', 'America/New_York', 'UTC']
const texts = [
  '+919812345678',
  '9812345678',
  'meera@test.example',
  'CONTRACT',
  'csv',
  'abc',
  'a-b-c',
  'note.txt',
  '?page=1',
  'IN',
  'IN-KA',
  'https://cbic-gst.gov.in/rates',
  'AAJFH4471M',
  'BLRH04417A',
  'UDYAM-KR-12-0004471',
  '573220',
  '995421',
  '50200041288137',
  'HDFC0000412',
]

export class Values {
  readonly #random: Chance
  readonly #description: Description
  /** The id of a record for a field of this name. */
  readonly #idFor: (name: string) => string

  constructor(random: Chance, description: Description, idFor: (name: string) => string) {
    this.#random = random
    this.#description = description
    this.#idFor = idFor
  }

  /** A value that the schema allows. */
  valid(unresolved: Schema, name = ''): unknown {
    const schema = this.#description.resolved(unresolved)
    const { pick, whole } = this.#random
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return this.valid(pick(choices), name)
    if ('const' in schema) return schema.const
    if (Array.isArray(schema.type)) return this.valid({ ...schema, type: pick(schema.type) }, name)
    if (schema.enum) return pick(schema.enum)
    if (schema.type === 'string') return this.#text(schema, name)
    if (schema.type === 'boolean') return whole(2) === 0
    if (schema.type === 'integer' || schema.type === 'number') return this.#number(schema)
    if (schema.type === 'null') return null
    if (schema.type === 'array')
      return Array.from({ length: Math.max(schema.minItems ?? 0, whole(3)) }, () =>
        this.valid(schema.items ?? {}, name),
      )
    if (schema.type === 'object' || schema.properties) return this.object(schema)
    return pick([null, 'any', 1, {}])
  }

  /** A valid object with all required members and some optional ones. */
  object(schema: Schema, share = 0.5): Record<string, unknown> {
    const required = new Set(schema.required)
    const chosen = Object.entries(schema.properties ?? {}).filter(
      ([name]) => required.has(name) || this.#random.whole(100) < share * 100,
    )
    return Object.fromEntries(chosen.map(([name, inner]) => [name, this.valid(inner, name)]))
  }

  /** A value just outside the schema, or of another type. */
  wrong(unresolved: Schema): unknown {
    const schema = this.#description.resolved(unresolved)
    const { pick } = this.#random
    const choices = schema.anyOf ?? schema.oneOf
    if (choices && this.#random.whole(2) === 0) return this.wrong(pick(choices))
    const edges: unknown[] = []
    if (schema.maxLength !== undefined) edges.push('x'.repeat(schema.maxLength + 1), 'x'.repeat(schema.maxLength))
    if (schema.minLength) edges.push('x'.repeat(schema.minLength - 1))
    if (schema.minimum !== undefined) edges.push(schema.minimum - 1, schema.minimum, schema.minimum - 0.01)
    if (schema.maximum !== undefined) edges.push(schema.maximum + 1, schema.maximum)
    if (schema.exclusiveMinimum !== undefined) edges.push(schema.exclusiveMinimum)
    if (schema.type === 'integer') edges.push(1.5, '1', 2 ** 53)
    if (schema.type === 'number') edges.push('1', 0.00001, 12_345_678_901_234.5)
    if (schema.enum) edges.push(String(schema.enum[0]).toLowerCase(), 'NOT_ONE', schema.enum)
    if (schema.format === 'uuid') edges.push(someId.slice(1), `${someId}x`, 7)
    if (schema.maxItems !== undefined)
      edges.push(Array.from({ length: schema.maxItems + 1 }, () => this.valid(schema.items ?? {})))
    return edges.length > 0 && this.#random.whole(3) > 0 ? pick(edges) : pick(valuesOfEveryType)
  }

  /** A valid body with one change at any depth: a member that is wrong, missing or unknown. */
  mutated(unresolved: Schema, value: unknown, name = ''): unknown {
    const schema = this.#description.resolved(unresolved)
    const { pick, whole } = this.#random
    if (Array.isArray(value) && schema.items && value.length > 0 && whole(3) > 0) {
      const at = whole(value.length)
      return value.with(at, this.mutated(schema.items, value[at], name))
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return this.wrong(schema)
    const members = Object.keys(schema.properties ?? {})
    const kind = whole(10)
    if (kind === 0 || members.length === 0)
      return { ...value, [pick(['colour', '__proto', 'tenantID', 'isAdmin', 'ID'])]: 1 }
    if (kind === 1) return Object.fromEntries(Object.entries(value).filter(([member]) => member !== pick(members)))
    if (kind === 2) return this.wrong(schema)
    const member = pick(members)
    const inner = schema.properties?.[member] ?? {}
    const before = (value as Record<string, unknown>)[member] ?? this.valid(inner, member)
    return { ...value, [member]: this.mutated(inner, before, member) }
  }

  #text({ format, pattern, minLength = 0, maxLength = 200 }: Schema, name: string): string {
    const { pick, whole } = this.#random
    if (format === 'uuid') return this.#idFor(name)
    if (name === 'timeZone') return pick(timeZones)
    if (format === 'date') return `20${10 + whole(30)}-0${1 + whole(9)}-1${whole(10)}`
    if (format === 'date-time') return `20${10 + whole(30)}-0${1 + whole(9)}-1${whole(10)}T0${whole(10)}:30:00Z`
    if (format === 'email') return `person${whole(1e9)}@test.example`
    const some = `${pick(words)} ${whole(1e6).toString(36)}`.slice(0, maxLength).padEnd(minLength, 'x').trim()
    if (pattern === undefined) return some
    const fitting = [...texts, some].filter((text) => new RegExp(pattern, 'u').test(text))
    return fitting.length > 0 ? pick(fitting) : some
  }

  #number({ type, minimum, maximum, exclusiveMinimum }: Schema): number {
    const from = Math.max(minimum ?? -1_000, (exclusiveMinimum ?? -1_001) + 1, -1_000)
    const to = Math.min(maximum ?? 1_000_000, 1_000_000)
    const whole = from + this.#random.whole(Math.max(1, Math.floor(to - from)))
    return type === 'integer' || whole + 0.25 > to ? Math.ceil(whole) : whole + this.#random.pick([0, 0.25, 0.5])
  }
}

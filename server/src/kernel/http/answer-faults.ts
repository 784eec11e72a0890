import { $ZodArray, $ZodObject, $ZodRecord, type $ZodType, $ZodUnion, type input, safeEncode } from 'zod/v4/core'

/** Names the fields of an answer that its schema forbids, but never their values, because it goes to the log. */
class AnswerFault extends Error {
  override name = 'AnswerFault'
}

let report = (fault: Error): void => {
  throw fault
}

/**
 * From now on, reports faulty answers to `onFault` and sends them; tests keep the default, which throws. When an answer is
 * checked, its transaction may be committed already, and one faulty record would otherwise break every list that
 * contains it.
 */
export function sendFaultyAnswers(onFault: (fault: Error) => void): void {
  report = onFault
}

const objectOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object(value) : undefined

/** The value without the fields that the schema does not know, so that nothing unknown of a row leaves the server. */
function knownPart(schema: $ZodType, value: unknown): unknown {
  const { def } = schema._zod
  if ('innerType' in def) return knownPart(def.innerType as $ZodType, value)
  if ('out' in def) return knownPart(def.out as $ZodType, value)
  if (schema instanceof $ZodArray && Array.isArray(value))
    return value.map((item) => knownPart(schema._zod.def.element, item))
  const object = objectOf(value)
  if (!object) return value
  if (schema instanceof $ZodUnion)
    return Object.assign({}, ...schema._zod.def.options.map((option) => knownPart(option, object)))
  if (schema instanceof $ZodRecord)
    return Object.fromEntries(
      Object.entries(object).map(([key, item]) => [key, knownPart(schema._zod.def.valueType, item)]),
    )
  if (!(schema instanceof $ZodObject)) return value
  const shape: Record<string, $ZodType> = schema._zod.def.shape
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, item]) => (shape[key] ? [[key, knownPart(shape[key], item)]] : [])),
  )
}

/** Encodes a value of an answer by its schema. Throws if the schema forbids the value, unless faults are reported. */
export function encoded<Schema extends $ZodType>(schema: Schema, value: unknown): input<Schema> {
  const result = safeEncode(schema, value as Parameters<typeof safeEncode<Schema>>[1])
  if (result.success) return result.data
  const issues = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim())
  report(new AnswerFault(issues.join('; ')))
  return knownPart(schema, value) as input<Schema>
}

import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { message } from '../kernel/messages.ts'
import * as r from '../kernel/record.ts'
import { agreementRoundings } from '../money/agreement-choices.ts'
import { sheetFields } from './sheet-fields.ts'

export const about = 'The lines of the sheets of the measurement book: what was measured of which item of a schedule.'

const module = 'Measurement Book'

/** The most lines of one call; a phone that has more sends them in several. */
export const maxLinesSent = 200
/** The most lines of one sheet, which is read and recorded as a whole. */
export const maxLinesOfSheet = 1_000

/** The most that is typed as one dimension. */
export const typedCharacters = 60

/** What is measured of something, or counted: more than nothing, at most 9 integer digits and 3 decimals. */
const dimension = z.number().check(f.moreThanNothing, f.atMost(9, 3))

/** By what a measured dimension is multiplied, as kilograms a metre: more than nothing, at most 6 integer digits and 6 decimals. */
const factor = z.number().check(f.moreThanNothing, f.atMost(6, 6))

/** A quantity that may have come to less than nothing. */
export const signedQuantity = z.number()

/** What is multiplied to the contents of a line; what is blank counts one. */
export const dimensions = {
  nos: f.optional(dimension),
  parts: f.optional(dimension),
  length: f.optional(dimension),
  breadth: f.optional(dimension),
  depth: f.optional(dimension),
  /** Kilograms a metre of a bar, or what else a unit asks for. */
  factor: f.optional(factor),
}
export const dimensionNames = r.namesOf(dimensions)
export type DimensionName = (typeof dimensionNames)[number]

const typedText = z.optional(f.requiredText(typedCharacters))
const { factor: _, ...typedDimensions } = dimensions

export const lineFields = {
  itemId: f.id,
  description: f.optional(f.text(500)),
  ...dimensions,
  /** What was typed as arithmetic, such as `(3.20+4.10)/2`, by the dimension that it gives. */
  typed: f.optional(z.strictObject(r.ofEach(typedDimensions, () => typedText))),
  /** Its contents are taken away. */
  isDeduction: z.boolean(),
  /** The recorded line that this one sets right, of the same item. */
  correctsLineId: f.optional(f.id),
}

/** What each field is called on the screen. */
export const lineLabels = {
  lineNo: 'Line',
  itemId: 'Item',
  description: 'Particulars',
  nos: 'Nos',
  parts: 'Parts',
  length: 'Length',
  breadth: 'Breadth',
  depth: 'Depth',
  factor: 'Factor',
  isDeduction: 'Deduction',
  contents: 'Contents',
  correctsLineId: 'What it corrects',
} as const

const found = {
  sheetId: f.id,
  lineNo: z.nullable(z.int()),
  itemNo: z.nullable(z.string()),
  itemDescription: z.string(),
  unit: z.nullable(z.string()),
  /** Decimals of the unit, by the rule on the day. */
  decimals: z.int(),
  rounding: z.enum(agreementRoundings),
  contents: signedQuantity,
  /** Sheet and line that this one sets right. */
  correctsSheet: z.nullable(z.int()),
  correctsLineNo: z.nullable(z.int()),
  /** Whether a recorded line sets this one right: it is printed struck through. */
  isCorrected: z.boolean(),
}

export const measurementLine = r.stored({ id: f.id, ...found, ...lineFields })
export type MeasurementLine = z.infer<typeof measurementLine>

const measuresSomething = z.refine<Partial<Record<DimensionName, number | null | undefined>>>(
  (line) => [line.nos, line.length, line.breadth, line.depth].some((given) => typeof given === 'number'),
  { error: 'give at least one of number, length, breadth and depth', path: ['nos'] },
)

/** A line as a device sends it, under the id that it gave it. */
export const sentLine = z
  .strictObject({ ...lineFields, id: f.id, isDeduction: z._default(z.boolean(), false) })
  .check(measuresSomething)
export type SentLine = z.infer<typeof sentLine>

export const lineEdit = r.editBody(lineFields, r.namesOf(found))

/** The sheet that a batch belongs to. It is made if there is none with this key; one that exists is not changed. */
const sentSheet = {
  agreementId: f.id,
  /** What the device knows the sheet by; a sheet that begins here has it as its id. */
  deviceKey: f.id,
  ...sheetFields,
  present: z._default(sheetFields.present, []),
}

/** A batch of lines, all of one sheet; with no line the sheet only begins. */
export const sentLines = z.strictObject({
  sheet: z.strictObject(sentSheet),
  lines: z.array(sentLine).check(z.maxLength(maxLinesSent)),
})

/** STORED now, or KNOWN from before; REFUSED where a rule forbids it: nothing of it is stored then. */
export const lineOutcomes = ['STORED', 'KNOWN', 'REFUSED'] as const

export const sentLineAnswer = z.object({
  id: f.id,
  outcome: z.enum(lineOutcomes),
  /** What is wrong with a line that was refused, by its fields. */
  fields: z.optional(z.array(z.object({ path: z.string(), ...message.shape }))),
})
export type SentLineAnswer = z.infer<typeof sentLineAnswer>

/** An item of which more is measured than was agreed and its limit allows. */
export const overMeasured = z.object({
  itemId: f.id,
  itemNo: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  agreedQuantity: signedQuantity,
  /** What is agreed with the per cent that its limit allows. */
  limitQuantity: signedQuantity,
  /** What is recorded of it, with the lines of a draft that is asked for. */
  measuredQuantity: signedQuantity,
})
export type OverMeasured = z.infer<typeof overMeasured>

export const audited = {
  measurement_lines: { record: measurementLine, labels: lineLabels },
}

export const sendMeasurementLines = endpoint({
  method: 'POST',
  path: '/payment/api/measurements/lines',
  summary: 'Store what a device measured on a draft of its own, each line once however often it is sent',
  allow: { module, can: 'canCreate' },
  body: sentLines,
  response: z.object({
    /** Of the sheet that the lines are on. */
    sheetId: f.id,
    lines: z.array(sentLineAnswer),
    /** What the sheet takes beyond what was agreed. */
    overMeasured: z.array(overMeasured),
  }),
})

export const updateMeasurementLine = endpoint({
  method: 'PUT',
  path: '/payment/api/measurement-lines/:id',
  summary: 'Change a line of a draft of one’s own',
  allow: { module, can: 'canCreate' },
  params: f.idParams,
  body: lineEdit,
  response: measurementLine,
})

export const deleteMeasurementLine = endpoint({
  method: 'DELETE',
  path: '/payment/api/measurement-lines/:id',
  summary: 'Delete a line of a draft of one’s own',
  allow: { module, can: 'canCreate' },
  params: f.idParams,
})

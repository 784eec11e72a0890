import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { message } from '../kernel/messages.ts'
import * as r from '../kernel/record.ts'
import { agreementRoundings } from '../money/agreement-choices.ts'
import { sheetFields } from './sheet-fields.ts'

export const about = 'The lines of measurement sheets: the measurements of an item of a schedule.'

const module = 'Measurement Book'

/** The most lines in one call; a phone with more sends several calls. */
export const maxLinesSent = 200
/** The most lines on one sheet, which is read and recorded as a whole. */
export const maxLinesOfSheet = 1_000

/** The most characters typed for one dimension. */
export const typedCharacters = 60

/** A measured or counted dimension: more than 0, at most 9 integer digits and 3 decimals. */
const dimension = z.number().check(f.moreThanNothing, f.atMost(9, 3))

/** A factor for a measured dimension, such as kilograms per metre: more than 0, at most 6 integer digits and 6 decimals. */
const factor = z.number().check(f.moreThanNothing, f.atMost(6, 6))

/** A quantity that may be negative. */
export const signedQuantity = z.number()

/** The numbers whose product is the contents of a line; a blank counts 1. */
export const dimensions = {
  nos: f.optional(dimension),
  parts: f.optional(dimension),
  length: f.optional(dimension),
  breadth: f.optional(dimension),
  depth: f.optional(dimension),
  /** Kilograms per metre of a bar, or another factor that the unit needs. */
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
  /** Arithmetic as it was typed, such as `(3.20+4.10)/2`, by the dimension that it gives. */
  typed: f.optional(z.strictObject(r.ofEach(typedDimensions, () => typedText))),
  /** The contents of the line are subtracted. */
  isDeduction: z.boolean(),
  /** The recorded line of the same item that this line corrects. */
  correctsLineId: f.optional(f.id),
}

/** The labels of the fields on the screen. */
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

const serverFields = {
  sheetId: f.id,
  lineNo: z.nullable(z.int()),
  itemNo: z.nullable(z.string()),
  itemDescription: z.string(),
  unit: z.nullable(z.string()),
  /** The decimals of the unit, by the rule of the day. */
  decimals: z.int(),
  rounding: z.enum(agreementRoundings),
  contents: signedQuantity,
  /** The sheet and the line that this line corrects. */
  correctsSheet: z.nullable(z.int()),
  correctsLineNo: z.nullable(z.int()),
  /** Whether a recorded line corrects this one; it is then printed struck through. */
  isCorrected: z.boolean(),
}

export const measurementLine = r.stored({ id: f.id, ...serverFields, ...lineFields })
export type MeasurementLine = z.infer<typeof measurementLine>

const measuresSomething = z.refine<Partial<Record<DimensionName, number | null | undefined>>>(
  (line) => [line.nos, line.length, line.breadth, line.depth].some((value) => typeof value === 'number'),
  { error: 'give at least one of number, length, breadth and depth', path: ['nos'] },
)

/** A line as a device sends it, with the id that the device gave it. */
export const sentLine = z
  .strictObject({ ...lineFields, id: f.id, isDeduction: z._default(z.boolean(), false) })
  .check(measuresSomething)
export type SentLine = z.infer<typeof sentLine>

export const lineEdit = r.editBody(lineFields, r.namesOf(serverFields))

/** The sheet that a batch belongs to. It is created if none has this key; an existing sheet is not changed. */
const sentSheet = {
  agreementId: f.id,
  /** The key of the sheet on the device; it becomes the id of a new sheet. */
  deviceKey: f.id,
  ...sheetFields,
  present: z._default(sheetFields.present, []),
}

/** A batch of lines for one sheet; a batch without lines only creates the sheet. */
export const sentLines = z.strictObject({
  sheet: z.strictObject(sentSheet),
  lines: z.array(sentLine).check(z.maxLength(maxLinesSent)),
})

/** STORED now, KNOWN from an earlier call, or REFUSED by a rule, in which case nothing of the line is stored. */
export const lineOutcomes = ['STORED', 'KNOWN', 'REFUSED'] as const

export const sentLineAnswer = z.object({
  id: f.id,
  outcome: z.enum(lineOutcomes),
  /** The faults of a refused line, by field. */
  fields: z.optional(z.array(z.object({ path: z.string(), ...message.shape }))),
})
export type SentLineAnswer = z.infer<typeof sentLineAnswer>

/** An item whose measured quantity exceeds the agreed quantity plus its limit. */
export const overMeasured = z.object({
  itemId: f.id,
  itemNo: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  agreedQuantity: signedQuantity,
  /** The agreed quantity plus the percentage that its limit allows. */
  limitQuantity: signedQuantity,
  /** The recorded quantity, plus the lines of the sheet in question if it is a draft. */
  measuredQuantity: signedQuantity,
})
export type OverMeasured = z.infer<typeof overMeasured>

export const audited = {
  measurement_lines: { record: measurementLine, labels: lineLabels },
}

export const sendMeasurementLines = endpoint({
  method: 'POST',
  path: '/payment/api/measurements/lines',
  summary: 'Store the lines that a device measured on its own draft, each line once however often it is sent',
  allow: { module, can: 'canCreate' },
  body: sentLines,
  response: z.object({
    /** The id of the sheet that the lines are on. */
    sheetId: f.id,
    lines: z.array(sentLineAnswer),
    /** The items of the sheet that exceed the agreed quantity. */
    overMeasured: z.array(overMeasured),
  }),
})

export const updateMeasurementLine = endpoint({
  method: 'PUT',
  path: '/payment/api/measurement-lines/:id',
  summary: 'Change a line of one’s own draft',
  allow: { module, can: 'canCreate' },
  params: f.idParams,
  body: lineEdit,
  response: measurementLine,
})

export const deleteMeasurementLine = endpoint({
  method: 'DELETE',
  path: '/payment/api/measurement-lines/:id',
  summary: 'Delete a line of one’s own draft',
  allow: { module, can: 'canCreate' },
  params: f.idParams,
})

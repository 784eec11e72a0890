import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { anyOf, filterBy, textFilter } from '../kernel/filters.ts'
import { filterBody, page } from '../kernel/paging.ts'
import * as r from '../kernel/record.ts'
import { statusChange } from '../kernel/status-changes.ts'
import { measurementLine, overMeasured } from './measurement-lines.ts'
import { sheetFields } from './sheet-fields.ts'

export const about = 'The measurement book: sheets of measurements under an agreement on one day.'

const base = '/payment/api/measurements/sheets'
const module = 'Measurement Book'

/** A recorded sheet cannot be changed any more; a cancelled sheet keeps its number. */
export const sheetStatuses = ['DRAFT', 'RECORDED', 'CANCELLED'] as const
export type SheetStatus = (typeof sheetStatuses)[number]

/** The labels of the fields on the screen and in exports. */
export const sheetLabels = {
  number: 'Sheet no.',
  agreementId: 'Agreement',
  status: 'Status',
  measuredOn: 'Measured on',
  location: 'Location',
  chainageFrom: 'Chainage from',
  chainageTo: 'Chainage to',
  present: 'Present',
  book: 'Book',
  page: 'Page',
  comment: 'Comment',
  lineCount: 'Lines',
  recordedByName: 'Recorded by',
  recordedAt: 'Recorded at',
  cancelReason: 'Reason of cancelling',
} as const

/** The fields of a sheet that are not edited with it. */
const serverFields = {
  /** Counted within the agreement, without gaps; null until the sheet is recorded. */
  number: z.nullable(z.int()),
  agreementId: f.id,
  agreementNumber: z.string(),
  agreementName: z.string(),
  status: z.enum(sheetStatuses),
  /** The key that the device which created the sheet knows it by. */
  deviceKey: z.nullable(f.id),
  recordedBy: z.nullable(f.id),
  recordedByName: z.nullable(z.string()),
  recordedAt: z.nullable(f.moment),
  cancelReason: z.nullable(z.string()),
  lineCount: z.int(),
  ...r.authors,
}

/** A sheet as lists return it. */
export const listedSheet = r.stored({ id: f.id, ...sheetFields, ...serverFields })
export type ListedSheet = z.infer<typeof listedSheet>

/** The column labels of the list. */
export const sheetColumnLabels = {
  ...r.stampLabels,
  ...sheetLabels,
  agreementNumber: 'Agreement no.',
  agreementName: 'Name of work',
} as const

/** A sheet with its lines in order, and the items that exceed the agreed quantity. */
export const measurementSheet = z.extend(listedSheet, {
  lines: z.array(measurementLine),
  overMeasured: z.array(overMeasured),
})
export type MeasurementSheet = z.infer<typeof measurementSheet>

const { agreementId, deviceKey: _, ...ofServer } = serverFields
const server = [...r.namesOf(ofServer), 'lines', 'overMeasured'] as const

export const sheetInput = r.createBody({ agreementId, deviceKey: f.optional(f.id), ...sheetFields }, { present: [] }, [
  ...server,
])

/** The agreement of a sheet never changes. */
export const sheetEdit = r.editBody(sheetFields, [...server, 'agreementId', 'deviceKey'])

const sheetFilters = {
  /** Words, each of which must occur in the number, location, book, page or agreement. */
  search: textFilter,
  status: anyOf(sheetStatuses),
  agreementId: filterBy(f.id),
  /** Sheets with a line of this item. */
  itemId: filterBy(f.id),
  measuredFrom: filterBy(f.day),
  measuredTo: filterBy(f.day),
}

export const audited = {
  measurement_sheets: { record: listedSheet, labels: sheetLabels },
}

export const filterMeasurementSheets = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search the sheets of the measurement book',
  allow: { module, can: 'canView' },
  body: filterBody(sheetFilters, listedSheet),
  response: page(listedSheet),
})

export const exportMeasurementSheets = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The sheets found by a search as a file, with the requested columns',
  allow: { module, can: 'canReport' },
  body: exportBody(sheetFilters, listedSheet),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

export const getMeasurementSheet = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One sheet with its lines',
  allow: { module, can: 'canView' },
  params: f.idParams,
  response: measurementSheet,
})

export const listSheetStatusHistory = endpoint({
  method: 'GET',
  path: `${base}/:id/status-history`,
  summary: 'The status changes of a sheet, newest first',
  allow: { module, can: 'canView' },
  params: f.idParams,
  response: z.array(statusChange),
})

export const createMeasurementSheet = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create a sheet as one’s own draft',
  allow: { module, can: 'canCreate' },
  status: 201,
  body: sheetInput,
  response: measurementSheet,
})

export const updateMeasurementSheet = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change the head of one’s own draft',
  allow: { module, can: 'canCreate' },
  params: f.idParams,
  body: sheetEdit,
  response: measurementSheet,
})

export const deleteMeasurementSheet = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete one’s own draft, with its lines and documents',
  allow: { module, can: 'canCreate' },
  params: f.idParams,
})

export const recordMeasurementSheet = endpoint({
  method: 'POST',
  path: `${base}/:id/record`,
  summary: 'Record a sheet: it gets its number, counts, and cannot be changed any more',
  allow: { module, can: 'canEdit' },
  status: 201,
  params: f.idParams,
  response: measurementSheet,
})

export const cancelMeasurementSheet = endpoint({
  method: 'POST',
  path: `${base}/:id/cancel`,
  summary: 'Cancel a recorded sheet: it keeps its number and does not count any more',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: z.strictObject({ cancelReason: f.requiredText(2000) }),
  response: measurementSheet,
})

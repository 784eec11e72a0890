import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { anyOf, anyTexts, filterBy, textFilter } from '../kernel/filters.ts'
import { filterBody, page } from '../kernel/paging.ts'
import * as r from '../kernel/record.ts'
import { stateCode } from '../money/gstins.ts'

export const about = 'The sites of projects, on which work is done, with their weekly day off and the hours of a shift.'

const base = '/project/api/sites'
const module = 'Projects'

export const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const

export const siteFields = {
  name: f.requiredText(200),
  projectId: f.id,
  /** Two digits, as at the start of a GSTIN. */
  state: f.optional(stateCode),
  /** Null if work goes on every day. */
  weeklyOff: f.optional(z.enum(weekdays)),
  /** The hours of a shift, which are those of a day. */
  shiftHours: f.optional(
    z.number().check(f.moreThanNothing, z.lte(24, { error: 'must be at most {max}' }), f.atMost(2, 2)),
  ),
  remarks: f.optional(f.text(4000)),
}

/** The label of each field on the screen and in exports. */
export const siteLabels = {
  name: 'Name',
  projectId: 'Project',
  state: 'State or UT',
  weeklyOff: 'Weekly day off',
  shiftHours: 'Shift hours',
  remarks: 'Remarks',
} as const satisfies Record<keyof typeof siteFields, string>

/** The fields that the server computes. */
const computedFields = { projectName: z.string(), ...r.authors }

export const site = r.stored({ id: f.id, ...siteFields, ...computedFields })
export type Site = z.infer<typeof site>

/** The label of each column of the list. */
export const siteColumnLabels = {
  name: siteLabels.name,
  projectName: siteLabels.projectId,
  state: siteLabels.state,
  weeklyOff: siteLabels.weeklyOff,
  shiftHours: siteLabels.shiftHours,
  remarks: siteLabels.remarks,
} as const

export const siteInput = r.createBody(siteFields, {}, r.namesOf(computedFields))
export const siteEdit = r.editBody(siteFields, r.namesOf(computedFields))

const siteFilters = {
  /** Words; each may be in the name, the name of the project or the remarks. */
  search: textFilter,
  name: textFilter,
  projectId: filterBy(f.id),
  state: anyTexts(2),
  weeklyOff: anyOf(weekdays),
}

export const audited = {
  sites: { record: site, labels: siteLabels },
}

export const filterSites = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search the sites',
  allow: { module, can: 'canView' },
  body: filterBody(siteFilters, site),
  response: page(site),
})

export const exportSites = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The sites of a search as a sheet, in the columns asked for',
  allow: { module, can: 'canReport' },
  body: exportBody(siteFilters, site),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

export const getSite = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One site',
  allow: { module, can: 'canView' },
  params: f.idParams,
  response: site,
})

export const createSite = endpoint({
  method: 'POST',
  path: base,
  summary: 'Enter a site',
  allow: { module, can: 'canCreate' },
  status: 201,
  body: siteInput,
  response: site,
})

export const updateSite = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a site',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: siteEdit,
  response: site,
})

export const deleteSite = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a site',
  allow: { module, can: 'canDelete' },
  params: f.idParams,
})

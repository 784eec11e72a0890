import * as api from '@plinth/api/contract-imports'
import type { ExportFormat } from '@plinth/api/kernel/exports'
import * as z from 'zod/mini'
import { companyOf, type ExportingCompany, exportOf } from '../kernel/exports.ts'
import type { Routes } from '../kernel/route.ts'
import { reasonOf, reasonsHeading } from '../kernel/sheet-columns.ts'
import { templateOf } from '../kernel/sheet-templates.ts'
import type { Slice } from '../slice.ts'
import { contractSheet } from './contract-sheet.rules.ts'
import * as imports from './imports.queries.ts'
import { undo } from './undoing.queries.ts'

/** An empty sheet with every column; the workbook tells how to fill it. */
const template = (format: ExportFormat) =>
  templateOf(format, {
    name: 'Contracts',
    sheet: contractSheet,
    takes: {
      bidId: 'Text. No two contracts have the same',
      contractName: 'Text. It must not be empty',
      department: 'A department of your offices by its whole name. Where it has several, Office says which',
      officeName: 'One of your offices by its name, or its designation and name',
      status: 'Draft where it is left empty',
      tenderBidPercentage: 'Per cent above (+) or below (-) the actual value',
      extensionCoun: 'A whole number. 0 where it is left empty',
    },
    examples: {
      bidId: 'PWD/2026-27/101',
      contractName: 'Widening of SH-17',
      referenceNo: 'NIT-2026/003',
      status: 'Awarded',
      tenderBidPercentage: -4.25,
      contractType: 'Item rate',
      extensionCoun: 1,
      licenseHolderName: 'Asha Rao',
      licenseNo: 'KA/PWD/CL-I/2204',
    },
  })

/** Rows that were not stored, as they came, with their reasons in a last column. */
function failuresFile(
  format: ExportFormat,
  { headings: given, rows }: { headings: string[]; rows: imports.FailedRow[] },
  by: ExportingCompany,
) {
  const columns = [...given, reasonsHeading].map((label, at) => ({ field: `c${at}`, label }))
  const entity = z.object(Object.fromEntries(columns.map(({ field }) => [field, z.string()])))
  async function* records() {
    yield rows.map(({ cells, faults }) =>
      Object.fromEntries([...cells, reasonOf(faults)].map((cell, at) => [`c${at}`, cell])),
    )
  }
  return exportOf(records(), { name: 'Rows to mend', entity, columns, format, by })
}

const ownCompany = () => null

function contractImportRoutes({ route, stagedRoute }: Routes) {
  stagedRoute(api.uploadContracts, ownCompany, ({ query, body }, context) =>
    imports.upload(context, body, query.dryRun === 'true'),
  )
  route(api.downloadContractTemplate, ({ query }) => template(query.format))
  route(api.listContractImports, (_, { db }) => imports.list(db))
  route(api.downloadImportFailures, async ({ params, query }, { db }) =>
    failuresFile(query.format, await imports.failuresOf(db, params.id), await companyOf(db)),
  )
  stagedRoute(api.undoContractImport, ownCompany, ({ params }, context) => undo(context, params.id))
}

export const contractImportSlice: Slice = { routes: contractImportRoutes }

import type { ExportFormat } from '@plinth/api/kernel/exports'
import * as api from '@plinth/api/platform/contract-imports'
import { importLimits } from '@plinth/api/platform/import-results'
import type { Routes } from '../../kernel/http/route.ts'
import { companyOf } from '../../kernel/sheets/exports.ts'
import { templateOf } from '../../kernel/sheets/sheet-templates.ts'
import type { Slice } from '../../slice.ts'
import { contractSheet, type FieldName } from './contract-sheet.rules.ts'
import { failuresFile } from './failed-rows.rules.ts'
import * as imports from './imports.queries.ts'
import { storeBatch } from './row-storing.queries.ts'
import type { JudgedRow } from './rows.rules.ts'
import { undo } from './undoing.queries.ts'
import { type Target, uploadTo } from './uploading.queries.ts'

/** An empty sheet with every column; the workbook explains how to fill it. */
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

const target: Target<FieldName, JudgedRow> = {
  target: 'CONTRACTS',
  sheet: contractSheet,
  rules: new URL('./rows.rules.ts', import.meta.url),
  rows: importLimits.rows,
  stored: {
    none: 'No contracts were stored.',
    one: '{count} contract was stored.',
    many: '{count} contracts were stored.',
  },
  storing: (run) => (db, rows) => storeBatch(db, run, rows),
}

const ownCompany = () => null

function contractImportRoutes({ route, stagedRoute }: Routes) {
  stagedRoute(api.uploadContracts, ownCompany, ({ query, body }, context) =>
    uploadTo(target, context, body, query.dryRun === 'true'),
  )
  route(api.downloadContractTemplate, ({ query }) => template(query.format))
  route(api.listContractImports, (_, { db }) => imports.list(db, 'CONTRACTS'))
  route(api.downloadImportFailures, async ({ params, query }, { db }) =>
    failuresFile(query.format, await imports.failuresOf(db, 'CONTRACTS', params.id), await companyOf(db)),
  )
  stagedRoute(api.undoContractImport, ownCompany, ({ params }, context) => undo(context, params.id))
}

export const contractImportSlice: Slice = { routes: contractImportRoutes }

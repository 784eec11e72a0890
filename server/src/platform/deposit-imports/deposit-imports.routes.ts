import type { ExportFormat } from '@plinth/api/kernel/exports'
import * as api from '@plinth/api/platform/deposit-imports'
import type { Routes } from '../../kernel/http/route.ts'
import { companyOf } from '../../kernel/sheets/exports.ts'
import { templateOf } from '../../kernel/sheets/sheet-templates.ts'
import type { Slice } from '../../slice.ts'
import { failuresFile } from '../contract-imports/failed-rows.rules.ts'
import * as imports from '../contract-imports/imports.queries.ts'
import { type Target, uploadTo } from '../contract-imports/uploading.queries.ts'
import { depositSheet, type FieldName } from './deposit-sheet.rules.ts'
import { undo } from './deposit-undoing.queries.ts'
import { kindNames, statusNames } from './deposit-words.rules.ts'
import { storing } from './row-storing.queries.ts'
import type { JudgedRow } from './rows.rules.ts'

/** An empty sheet with every column; the workbook explains how to fill it. */
const template = (format: ExportFormat) =>
  templateOf(format, {
    name: 'Deposits',
    sheet: depositSheet,
    takes: {
      bidId: 'The bid ID of a tender that is entered. Without one, the reference no. or the name of the work tells it',
      depositType: 'EMD, Performance security, Security deposit … Margin money: a receipt that secures a guarantee',
      kind: `One of: ${kindNames.join(', ')}. Empty where the number tells it`,
      instrumentNo: 'Text. Rows with the same number and bank are deposits of one instrument',
      issuedOn: 'A day. Of every paper that is not a draft',
      expiresOn: 'A day. Of guarantees and surety bonds; of a receipt the day on which it matures',
      marginPercent: 'Per cent of the guarantee for which the receipt is pledged',
      marginReceiptNo: 'The number of a fixed deposit of the register, or of a row above',
      department: 'A department of your offices by its whole name. The office of the tender where it is empty',
      officeName: 'One of your offices by its name, or its designation and name',
      dueOn: 'A day. Left empty, the rules of release say when it comes back',
      ownerName: 'Who is after it: the name or the e-mail address of a person of your company',
      status: `One of: ${statusNames.join(', ')}. Submitted where it is left empty`,
    },
    examples: {
      bidId: 'PWD/2026-27/101',
      contractName: 'Widening of SH-17',
      referenceNo: 'NIT-2026/003',
      depositType: 'EMD',
      kind: 'Bank guarantee',
      instrumentNo: '40412BG2600123',
      issuer: 'State Bank of India',
      branch: 'Hassan',
      amount: 485_000,
      marginPercent: 10,
      marginReceiptNo: 'FDR 31047290613',
      status: 'Submitted',
    },
  })

const target: Target<FieldName, JudgedRow> = {
  target: 'DEPOSITS',
  sheet: depositSheet,
  rules: new URL('./rows.rules.ts', import.meta.url),
  rows: api.depositImportRows,
  stored: {
    none: 'No deposits were stored.',
    one: '{count} deposit was stored.',
    many: '{count} deposits were stored.',
  },
  storing,
}

const ownCompany = () => null

function depositImportRoutes({ route, stagedRoute }: Routes) {
  stagedRoute(api.uploadDeposits, ownCompany, ({ query, body }, context) =>
    uploadTo(target, context, body, query.dryRun === 'true'),
  )
  route(api.downloadDepositTemplate, ({ query }) => template(query.format))
  route(api.listDepositImports, (_, { db }) => imports.list(db, 'DEPOSITS'))
  route(api.downloadDepositImportFailures, async ({ params, query }, { db }) =>
    failuresFile(query.format, await imports.failuresOf(db, 'DEPOSITS', params.id), await companyOf(db)),
  )
  stagedRoute(api.undoDepositImport, ownCompany, ({ params }, context) => undo(context, params.id))
}

export const depositImportSlice: Slice = { routes: depositImportRoutes }

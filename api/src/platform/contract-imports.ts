import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { contractImport, sheetOfUpload, uploading } from './import-results.ts'

export const about = 'Contracts entered from a CSV or Excel file, checked beforehand and undone afterwards.'

/** The beginning of the fault of a department without an office. */
export const noSuchDepartment = 'is no department of your offices'

const base = '/project/api/contract-imports'
const upload = '/project/api/contracts/v2/bulk-upload'

export const uploadContracts = endpoint({
  method: 'POST',
  path: upload,
  summary:
    'Import contracts from a CSV or Excel file: valid rows are stored, rejected rows are answered with all their reasons',
  allow: { module: 'Contracts', can: 'canCreate' },
  ...uploading,
})

export const downloadContractTemplate = endpoint({
  method: 'GET',
  path: `${upload}/template`,
  summary: 'An empty sheet with every column of the import, and an example',
  allow: { module: 'Contracts', can: 'canCreate' },
  ...sheetOfUpload,
})

export const listContractImports = endpoint({
  method: 'GET',
  path: base,
  summary: 'The last 20 imports and checks, newest first; a running one shows its progress',
  allow: { module: 'Contracts', can: 'canCreate' },
  response: z.array(contractImport),
})

export const downloadImportFailures = endpoint({
  method: 'GET',
  path: `${base}/:id/failures`,
  summary: 'The rejected rows of an import as they came, with their reasons: to correct and upload again',
  allow: { module: 'Contracts', can: 'canCreate' },
  params: f.idParams,
  ...sheetOfUpload,
})

export const undoContractImport = endpoint({
  method: 'POST',
  path: `${base}/:id/undo`,
  summary: 'Delete the contracts of an import; contracts that were edited since or are in use stay, and are named',
  allow: { module: 'Contracts', can: 'canDelete' },
  params: f.idParams,
  response: z.object({
    import: contractImport,
    removed: z.int(),
    kept: z.array(z.object({ id: f.id, refId: z.string(), reason: z.string() })),
  }),
})

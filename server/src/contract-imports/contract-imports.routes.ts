import * as api from '@plinth/api/contract-imports'
import type { Routes } from '../kernel/route.ts'
import { failuresFile, template } from './files.rules.ts'
import * as imports from './imports.queries.ts'

const ownCompany = () => null

export function contractImportRoutes({ route, stagedRoute }: Routes) {
  stagedRoute(api.uploadContracts, ownCompany, ({ query, body }, context) =>
    imports.upload(context, body, query.dryRun === 'true'),
  )
  route(api.downloadContractTemplate, ({ query }) => template(query.format))
  route(api.listContractImports, (_, { db }) => imports.list(db))
  route(api.downloadImportFailures, async ({ params, query }, { db }) =>
    failuresFile(query.format, await imports.failuresOf(db, params.id)),
  )
  stagedRoute(api.undoContractImport, ownCompany, ({ params }, context) => imports.undo(context, params.id))
}

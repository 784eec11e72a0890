import * as api from '@plinth/api/guarantees/bank-letters'
import { letterFile } from '../../documents/letterheads/letter-files.queries.ts'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as letters from './bank-letters.queries.ts'

const ownCompany = () => null

function bankLetterRoutes({ route, stagedRoute }: Routes) {
  route(api.checkBankLetter, async ({ params, body }, { db }) => {
    const { kind, askedUntil, letter, emptyFields } = await letters.letter(db, params.id, body)
    return { kind, askedUntil, letter, emptyFields }
  })
  stagedRoute(api.downloadBankLetter, ownCompany, async ({ params, body: { format, ...wanted } }, context) => {
    const { letter, fileName: called } = await context.stage((db) => letters.letter(db, params.id, wanted))
    return letterFile(context, letter, called, format)
  })
}

export const bankLetterSlice: Slice = { routes: bankLetterRoutes }

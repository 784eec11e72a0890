import type { FoundItem } from '@plinth/api/works/schedule-sheets'
import type { WholeJudge } from '../../kernel/sheets/sheets.ts'
import { headingRows, headingsIn, noHeading } from './headings.rules.ts'
import { type SheetFacts, structureOf } from './structure.rules.ts'

/** The rules that the worker thread applies to a sheet. */
export const rules: WholeJudge<SheetFacts, FoundItem> = {
  headingRows,
  headingsIn,
  noHeadings: noHeading('quantity'),
  judgeAll: structureOf,
}

import { message } from '@plinth/api/kernel/messages'
import { sheetNote } from '@plinth/api/kernel/sheet-files'
import { cellFault, contractImport, type ImportFailure, importFailure } from '@plinth/api/platform/import-results'
import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { worded } from '../../lib/language.ts'

const noText = orElse(z.string(), '')
const anyFailure = orElse(
  z.object({
    refId: noText,
    reason: noText,
    row: orElse(z.nullable(importFailure.shape.row), null),
    faults: orElse(z.array(cellFault), []),
  }),
  { refId: '', reason: '', row: null, faults: [] },
)

/** The specification defines a message, and failures with reference and reason; everything else may be missing. */
const anyAnswer = orElse(
  z.object({
    message: noText,
    sentences: orElse(z.array(message), []),
    failures: orElse(z.array(anyFailure), []),
    notes: orElse(z.array(sheetNote), []),
    import: orElse(z.nullable(contractImport), null),
  }),
  { message: '', sentences: [], failures: [], notes: [], import: null },
)

interface Sent {
  isDryRun: boolean
  fileName: string
}

/** Reads the answer to an import, whatever it contains. A failure without a row number gets its index. */
export function outcomeOf(answer: unknown, sent: Sent) {
  const { message: english, sentences, failures, notes, import: record } = z.parse(anyAnswer, answer)
  // A message other than its sentences is shown as it came.
  const isOfSentences = sentences.map((one) => one.message).join(' ') === english
  return {
    ...sent,
    message: isOfSentences ? sentences.map((one) => worded(one)).join(' ') : english,
    notes,
    failures: failures.map((failure, at): ImportFailure => ({ ...failure, row: failure.row ?? at + 1 })),
    failed: record?.failed ?? failures.length,
    /** The import as the server stores it; null when the answer has none. */
    record,
  }
}

export type Outcome = ReturnType<typeof outcomeOf>

import { downloadRefundLetter } from '@plinth/api/deposits/refund-requests'
import type { LetterFormat } from '@plinth/api/kernel/letter'
import { download } from '../../lib/download.ts'

/** Downloads the letter of a request as a file. */
export const letterOf = (id: string) => (format: LetterFormat) =>
  download(downloadRefundLetter, { params: { id }, query: { format } })

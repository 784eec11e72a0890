import { downloadRefundLetter } from '@plinth/api/deposits/refund-requests'
import type { LetterFormat } from '@plinth/api/kernel/letter'
import { download } from '../../lib/download.ts'

/** The letter of a request, handed to the browser as a file. */
export const letterOf = (id: string) => (format: LetterFormat) =>
  download(downloadRefundLetter, { params: { id }, query: { format } })

import { Button } from '@mantine/core'
import { downloadRefundLetter, type letterTypes } from '@plinth/api/refund-requests'
import { useState } from 'react'
import { reasonOf } from '../lib/call-error.ts'
import { download } from '../lib/download.ts'
import { t } from '../lib/language.ts'
import { alertFailure } from '../ui/alerts.ts'

type Format = keyof typeof letterTypes

const called: Record<Format, string> = { pdf: t('PDF'), docx: t('Word') }

/** Hands the letter of a request to the browser as a file, and tells where it cannot. */
export const takeLetter = async (id: string, format: Format) => {
  try {
    await download(downloadRefundLetter, { params: { id }, query: { format } })
  } catch (error) {
    void alertFailure(t('The letter could not be downloaded.'), reasonOf(error))
  }
}

/** The letter as it is printed, and as it is changed in Word. */
export function LetterFiles({ id }: { id: string }) {
  const [busy, setBusy] = useState<Format>()
  async function press(format: Format) {
    setBusy(format)
    await takeLetter(id, format)
    setBusy(undefined)
  }
  return (['pdf', 'docx'] as const).map((format) => (
    <Button key={format} variant="default" loading={busy === format} onClick={() => void press(format)}>
      {called[format]}
    </Button>
  ))
}

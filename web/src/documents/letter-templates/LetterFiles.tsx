import { Button } from '@mantine/core'
import { type LetterFormat, letterFormats } from '@plinth/api/kernel/letter'
import { useState } from 'react'
import { reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { alertFailure } from '../../ui/shell/alerts.ts'

const formatNames: Record<LetterFormat, string> = { pdf: t('PDF'), docx: t('Word') }

/** Awaits the download of a letter and reports a failure. */
export async function takeLetter(taking: Promise<void>): Promise<void> {
  try {
    await taking
  } catch (error) {
    void alertFailure(t('The letter could not be downloaded.'), reasonOf(error))
  }
}

interface Props {
  take: (format: LetterFormat) => Promise<void>
  /** The look of the PDF's button. */
  variant?: 'filled' | 'default'
  isDisabled?: boolean
}

/** Buttons to download a letter as a PDF to print or as a Word file to change. */
export function LetterFiles({ take, variant = 'default', isDisabled = false }: Props) {
  const [busy, setBusy] = useState<LetterFormat>()
  async function press(format: LetterFormat) {
    setBusy(format)
    await takeLetter(take(format))
    setBusy(undefined)
  }
  // The most frequent action comes last.
  const formats = variant === 'filled' ? letterFormats.toReversed() : letterFormats
  return formats.map((format) => (
    <Button
      key={format}
      variant={format === 'pdf' ? variant : 'default'}
      loading={busy === format}
      disabled={isDisabled}
      onClick={() => void press(format)}
    >
      {formatNames[format]}
    </Button>
  ))
}

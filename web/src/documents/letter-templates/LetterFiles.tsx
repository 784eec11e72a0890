import { Button } from '@mantine/core'
import { type LetterFormat, letterFormats } from '@plinth/api/kernel/letter'
import { useState } from 'react'
import { reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { alertFailure } from '../../ui/shell/alerts.ts'

const called: Record<LetterFormat, string> = { pdf: t('PDF'), docx: t('Word') }

/** Hands a letter to the browser as a file, and tells where it cannot. */
export async function takeLetter(taking: Promise<void>): Promise<void> {
  try {
    await taking
  } catch (error) {
    void alertFailure(t('The letter could not be downloaded.'), reasonOf(error))
  }
}

interface Props {
  take: (format: LetterFormat) => Promise<void>
  /** Of the PDF. */
  variant?: 'filled' | 'default'
  isDisabled?: boolean
}

/** The letter as it is printed, and as it is changed in Word. */
export function LetterFiles({ take, variant = 'default', isDisabled = false }: Props) {
  const [busy, setBusy] = useState<LetterFormat>()
  async function press(format: LetterFormat) {
    setBusy(format)
    await takeLetter(take(format))
    setBusy(undefined)
  }
  // What is done most is last.
  const formats = variant === 'filled' ? letterFormats.toReversed() : letterFormats
  return formats.map((format) => (
    <Button
      key={format}
      variant={format === 'pdf' ? variant : 'default'}
      loading={busy === format}
      disabled={isDisabled}
      onClick={() => void press(format)}
    >
      {called[format]}
    </Button>
  ))
}

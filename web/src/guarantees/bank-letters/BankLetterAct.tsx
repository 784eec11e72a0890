import { Button } from '@mantine/core'
import { bankLettersOf } from '@plinth/api/guarantees/bank-letter-kinds'
import type { Instrument } from '@plinth/api/guarantees/instruments'
import { useState } from 'react'
import { today } from '../../lib/days.ts'
import { lazyDialog } from '../../ui/shell/Part.tsx'

import { letterTitle } from './letter-title.ts'

const BankLetter = lazyDialog(() => import('./BankLetter.tsx'), 'BankLetter')

/** The button that opens a letter to the bank or insurer; absent if no letter applies. */
export function BankLetterAct({ instrument }: { instrument: Instrument }) {
  // A copy from when the letter was opened, so that an event entered meanwhile does not close it.
  const [about, setAbout] = useState<Instrument>()
  const kinds = bankLettersOf(instrument, today())
  return (
    <>
      {kinds.length > 0 && (
        <Button variant="default" onClick={() => setAbout(instrument)}>
          {letterTitle(instrument)}
        </Button>
      )}
      {about && <BankLetter instrument={about} onClose={() => setAbout(undefined)} />}
    </>
  )
}

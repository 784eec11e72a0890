import { isGuarantee, isPledgeable } from '@plinth/api/guarantees/instrument-moves'
import type { Instrument } from '@plinth/api/guarantees/instruments'
import { t } from '../../lib/language.ts'
import { RecordSides } from '../../ui/form/RecordSides.tsx'
import { InstrumentCourse } from './InstrumentCourse.tsx'
import { InstrumentHead } from './InstrumentHead.tsx'

const sides = [
  { id: 'events', label: t('What happened') },
  { id: 'facts', label: t('Facts') },
  { id: 'deposits', label: t('Deposits') },
  { id: 'liens', label: t('Liens') },
  { id: 'notes', label: t('Notes') },
  { id: 'history', label: t('History') },
]

/** The upper part of the page of an instrument. */
export function InstrumentOpening({ instrument }: { instrument: Instrument }) {
  const hasLiens = isGuarantee(instrument.kind) || isPledgeable(instrument.kind)
  return (
    <>
      <InstrumentHead instrument={instrument} />
      <InstrumentCourse instrument={instrument} />
      <RecordSides sides={sides.filter(({ id }) => hasLiens || id !== 'liens')} />
    </>
  )
}

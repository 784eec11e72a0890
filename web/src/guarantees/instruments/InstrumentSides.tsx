import { isGuarantee, isPledgeable } from '@plinth/api/guarantees/instrument-moves'
import type { Instrument } from '@plinth/api/guarantees/instruments'
import { NotePanel } from '../../documents/notes/NotePanel.tsx'
import { Side } from '../../ui/form/RecordSides.tsx'
import { RecordFacts } from '../../ui/record/RecordHistory.tsx'
import { sides } from './added-sides.ts'
import { InstrumentEvents } from './InstrumentEvents.tsx'
import { InstrumentLiens } from './InstrumentLiens.tsx'

/** The cards beside the details of an instrument. */
export function BesideInstrument({ instrument }: { instrument: Instrument }) {
  return (
    <Side id="events">
      <InstrumentEvents instrumentId={instrument.id} />
    </Side>
  )
}

/** The related records below the details of an instrument. */
export function BelowInstrument({ instrument }: { instrument: Instrument }) {
  const { kind } = instrument
  return (
    <>
      <Side id="deposits">
        <sides.Deposits instrument={instrument} />
      </Side>
      {(isGuarantee(kind) || isPledgeable(kind)) && (
        <Side id="liens">
          <InstrumentLiens instrument={instrument} />
        </Side>
      )}
      <Side id="notes">
        <NotePanel recordType="INSTRUMENT" recordId={instrument.id} />
      </Side>
      <Side id="history">
        <RecordFacts record={instrument} hasTrail />
      </Side>
    </>
  )
}
